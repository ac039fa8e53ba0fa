"""`fix` and the editing options of `check`: what is written, what is shown, what is withheld."""

import json
import os

import pytest
from hybridize_analyzer import analyze as analysis
from hybridize_analyzer.report import Finding, Location, Report, Severity

EAGER = "def eager(x):\n    return x\n"
FIXED = "@tf.function\n" + EAGER
MAYBE = "def eager_maybe(x):\n    return x\n"


def text(path):
    """The file as it is on disk."""
    return (path).read_bytes().decode()


def test_fix_applies_safe_edits_and_says_what_it_withheld(run, plant, tmp_path):
    plant({"a.py": EAGER + MAYBE, "b.py": EAGER, "c.py": "def eager_refused(): pass\n"})
    outcome = run("fix")
    assert outcome.code == 0
    assert outcome.stdout.splitlines() == [
        "a.py:1 `eager` adds `@tf.function`",
        "b.py:1 `eager` adds `@tf.function`",
        "a.py:3 `eager_maybe` withheld: `x` is a tensor "
        "(`--unsafe` makes this edit; so does `--assume type-hint`)",
        "c.py:1 `eager_refused` withheld: its name is taken",
        "applied 2 edits in 2 files, withheld 2 edits",
    ]
    assert text(tmp_path / "a.py") == FIXED + MAYBE
    again = run("fix")
    assert again.stdout.splitlines()[-1] == "applied 0 edits in 0 files, withheld 2 edits"


@pytest.mark.parametrize("switch", ["--unsafe", "--unsafe-fixes"])
def test_unsafe(run, plant, tmp_path, switch):
    plant({"a.py": MAYBE})
    assert run("fix", switch).stdout.splitlines()[-1] == "applied 1 edit in 1 file"
    assert text(tmp_path / "a.py").startswith("@tf.function\n")


def test_unsafe_in_the_settings(run, plant, tmp_path):
    plant({"a.py": MAYBE, "hybridize.toml": "unsafe-fixes = true"})
    run("fix", "--no-unsafe")
    assert text(tmp_path / "a.py") == MAYBE
    run("fix")
    assert text(tmp_path / "a.py") != MAYBE


@pytest.mark.parametrize(
    ("settings", "options"),
    [("", ["--assume", "random-numbers,type-hint"]), ("assume = ['type-hint']", [])],
)
def test_accepted_assumptions_make_edits_safe(run, plant, tmp_path, settings, options):
    plant({"a.py": MAYBE, "hybridize.toml": settings})
    assert run("fix", *options).stdout.splitlines()[-1] == "applied 1 edit in 1 file"
    assert text(tmp_path / "a.py").startswith("@tf.function\n")


def test_other_assumptions_stay(run, plant, tmp_path):
    plant({"a.py": MAYBE, "hybridize.toml": "assume = ['docstring']"})
    assert "withheld" in run("fix", "--assume", "tensor-use").stdout
    assert text(tmp_path / "a.py") == MAYBE


def test_accepted_assumptions_are_listed(run, plant):
    plant({"a.py": MAYBE})
    before, after = (
        json.loads(run("check", "--format", "json", *options).stdout)
        for options in ([], ["--assume", "type-hint"])
    )
    (function,) = before["functions"]
    assert (function["safe"], function["assumptions"]) == (False, ["`x` is a tensor"])
    (function,) = after["functions"]
    assert (function["safe"], function["assumptions"]) == (True, [])
    assert function["rests_on"] == [
        {"kind": "type-hint", "message": "`x` is a tensor", "accepted": True, "observed": False}
    ]
    (finding,) = after["findings"]
    assert finding["applicability"] == "safe"
    assert finding["notes"] == ["accepted: `x` is a tensor [type-hint]"]


@pytest.mark.parametrize(
    ("settings", "options", "where"),
    [
        ("", ["--assume", "type-hints"], "--assume"),
        ("assume = ['type-hints']", [], "hybridize.toml: `assume`"),
    ],
)
def test_unknown_kinds_of_assumption(run, plant, settings, options, where):
    plant({"a.py": MAYBE, "hybridize.toml": settings})
    outcome = run("fix", *options)
    assert outcome.code == 2
    assert (
        f"{where}: no kind of assumption is called `type-hints`; did you mean `type-hint`?" in outcome.stderr
    )
    assert "known: type-hint, shape-specification," in outcome.stderr


@pytest.mark.parametrize("command", [["fix", "--diff"], ["check", "--diff"], ["check", "--fix", "--diff"]])
def test_diff_shows_and_writes_nothing(run, plant, tmp_path, command):
    plant({"a.py": EAGER, "b.py": "x = 1\n"})
    outcome = run(*command)
    assert outcome.code == 1
    assert (
        outcome.stdout
        == "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,3 @@\n+@tf.function\n def eager(x):\n     return x\n"
    )
    assert text(tmp_path / "a.py") == EAGER
    assert run(*command, "b.py").code == 0
    assert run(*command, "b.py").stdout == ""


def test_check_fix_reports_what_remains(run, plant, tmp_path):
    plant({"a.py": EAGER + "print(1)\n"})
    outcome = run("check", "--fix", "--format", "concise")
    assert outcome.code == 1
    assert "applied 1 edit in 1 file" in outcome.stderr
    assert "a.py:4:1" in outcome.stdout
    assert "HYB001" not in outcome.stdout
    assert text(tmp_path / "a.py").startswith(FIXED)


FIX_CODES = [
    pytest.param(["fix"], EAGER, 0, id="fixed"),
    pytest.param(["check", "--fix"], EAGER, 0, id="checked and fixed"),
    pytest.param(["fix", "--exit-non-zero-on-fix"], EAGER, 1, id="fixed, and that counts"),
    pytest.param(
        ["check", "--fix", "--exit-non-zero-on-fix"], EAGER, 1, id="checked, fixed, and that counts"
    ),
    pytest.param(["fix", "--exit-non-zero-on-fix"], "x = 1\n", 0, id="nothing to fix"),
    pytest.param(["fix"], "print(1)\n", 0, id="findings without an edit"),
    pytest.param(["fix"], "def f(:\n", 1, id="syntax error"),
    pytest.param(["fix", "none.py"], "", 2, id="missing path"),
]


@pytest.mark.parametrize(("command", "program", "code"), FIX_CODES)
def test_exit_code(run, plant, command, program, code):
    plant({"a.py": program})
    assert run(*command).code == code


TURNED_DOWN = [
    pytest.param([], "def eager(x):  # hybridize: ignore\n    return x\n", id="suppressed"),
    pytest.param(["--ignore", "eager-function"], EAGER, id="ignored"),
    pytest.param(["--select", "HYB1"], EAGER, id="not selected"),
    pytest.param(["--per-file-ignores", "a.py:HYB001"], EAGER, id="ignored here"),
]


@pytest.mark.parametrize(("arguments", "program"), TURNED_DOWN)
def test_what_was_turned_down_is_not_edited(run, plant, tmp_path, arguments, program):
    plant({"a.py": program})
    assert run("fix", *arguments).stdout == "applied 0 edits in 0 files\n"
    assert text(tmp_path / "a.py") == program


def test_a_file_of_the_context_is_not_edited(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER, "b.py": EAGER})
    run("fix", "a.py")
    assert (text(tmp_path / "a.py"), text(tmp_path / "b.py")) == (FIXED, EAGER)


def test_a_file_that_cannot_be_written_is_named_and_the_rest_is_done(run, plant, tmp_path, monkeypatch):
    plant({"a.py": EAGER, "b.py": EAGER})
    access = os.access
    monkeypatch.setattr(
        os,
        "access",
        lambda path, mode: not (mode == os.W_OK and str(path).endswith("a.py")) and access(path, mode),
    )
    outcome = run("fix")
    assert outcome.code == 2
    assert "a.py: is read-only" in outcome.stderr
    assert "applied 1 edit in 1 file" in outcome.stdout
    assert (text(tmp_path / "a.py"), text(tmp_path / "b.py")) == (EAGER, FIXED)


STDIN = [
    pytest.param(["fix", "-"], EAGER, FIXED, 0, id="fix"),
    pytest.param(["check", "-", "--fix"], EAGER, FIXED, 0, id="check --fix"),
    pytest.param(["fix", "-"], "x = 1\n", "x = 1\n", 0, id="nothing to do"),
    pytest.param(["fix", "-"], "def f(:\n", "def f(:\n", 1, id="syntax error"),
    pytest.param(["fix", "-"], "print(1)\r\n", "print(1)\r\n", 0, id="line endings"),
    pytest.param(["check", "-", "--fix"], "print(1)\n", "print(1)\n", 1, id="findings remain"),
]


@pytest.mark.parametrize(("command", "program", "result", "code"), STDIN)
def test_standard_input_is_edited_to_standard_output(run, command, program, result, code):
    outcome = run(*command, stdin=program.encode())
    assert (outcome.raw.decode(), outcome.code) == (result, code)


def test_bytes_that_do_not_decode_come_back_as_they_are(run):
    program = b"x = '\xe9'\n"
    outcome = run("fix", "-", stdin=program)
    assert outcome.raw == program
    assert (outcome.code, outcome.stderr.count("0xE9")) == (1, 1)


def test_check_of_standard_input(run, plant):
    plant({"pyproject.toml": "", "s/a.py": "x = 1\n", "s/b.py": "print(1)\n"})
    outcome = run("check", "-", "--stdin-filename", "s/a.py", "--format", "concise", stdin=b"\nprint(1)\n")
    assert outcome.stdout.startswith("s/a.py:2:1")
    assert "b.py" not in outcome.stdout
    assert run("check", "-", "--format", "concise", stdin=b"print(1)").stdout.startswith("<stdin>:1:1")
    excluded = ["--stdin-filename", "s/a.py", "--extend-exclude", "s", "--force-exclude"]
    assert run("check", "-", *excluded, stdin=b"print(1)").code == 0
    assert run("fix", "-", *excluded, stdin=EAGER.encode()).stdout == EAGER


IGNORED = [
    pytest.param("print(1)\n", "print(1)  # hybridize: ignore[print-in-graph]\n", id="plain"),
    pytest.param("print(1)", "print(1)  # hybridize: ignore[print-in-graph]", id="no last newline"),
    pytest.param("print(1)  \r\nx\r\n", "print(1)  # hybridize: ignore[print-in-graph]\r\nx\r\n", id="CRLF"),
    pytest.param(
        "print(1)  # noqa\n", "print(1)  # noqa  # hybridize: ignore[print-in-graph]\n", id="behind a comment"
    ),
    pytest.param(
        "print('''\n''', \\\n  1)\n",
        "print('''\n''', \\\n  1)  # hybridize: ignore[print-in-graph]\n",
        id="long statement",
    ),
    pytest.param(
        "def eager(\n    x,\n):\n    return x\n",
        "def eager(\n    x,\n):  # hybridize: ignore[eager-function]\n    return x\n",
        id="long header",
    ),
    pytest.param(
        "def eager(): print(1)\n",
        "def eager(): print(1)  # hybridize: ignore[eager-function, print-in-graph]\n",
        id="two rules",
    ),
    pytest.param(
        "def eager(): print(1)  # hybridize: ignore[HYB101] why\n",
        "def eager(): print(1)  # hybridize: ignore[HYB101, eager-function] why\n",
        id="one more rule",
    ),
    pytest.param(
        "# coding: latin-1\nprint('é')\n",
        "# coding: latin-1\nprint('é')  # hybridize: ignore[print-in-graph]\n",
        id="PEP 263",
    ),
]


@pytest.mark.parametrize(("before", "after"), IGNORED)
def test_add_ignore(run, plant, tmp_path, before, after):
    encoding = "latin-1" if "latin-1" in before else "utf-8"
    plant({"a.py": before.encode(encoding)})
    outcome = run("check", "--add-ignore")
    assert (outcome.code, outcome.stdout) == (0, "")
    assert (tmp_path / "a.py").read_bytes().decode(encoding) == after
    assert run("check", "--ignore", "unused-suppression").code == 0


def test_add_ignore_takes_a_reason_behind_an_equals_sign_only(run, plant, tmp_path):
    plant({"s/a.py": "print(1)\n", "b.py": "print(1)\n"})
    assert "suppressed 1 finding in 1 file" in run("check", "--add-ignore", "s").stderr
    assert text(tmp_path / "b.py") == "print(1)\n"
    run("check", "--add-ignore=see issue 7", "b.py")
    assert text(tmp_path / "b.py") == "print(1)  # hybridize: ignore[print-in-graph] see issue 7\n"


def test_add_ignore_where_there_is_no_statement(run, plant, tmp_path, monkeypatch):
    def found(root, sources, **_):
        place = Location("a.py", 2, 1, 2, 1)
        return Report(root, (), (Finding("x", "HYB999", "about the file", place, Severity.NOTE),), ())

    monkeypatch.setattr(analysis, "analyze", found)
    plant({"a.py": "x = 1\n# nothing here\n"})
    outcome = run("check", "--add-ignore")
    assert outcome.code == 1
    assert "a.py:2: no statement here" in outcome.stderr
    assert text(tmp_path / "a.py") == "x = 1\n# nothing here\n"


def test_add_ignore_leaves_unused_suppressions(run, plant, tmp_path):
    plant({"a.py": "x = 1  # hybridize: ignore\n"})
    assert run("check", "--add-ignore").code == 0
    assert text(tmp_path / "a.py") == "x = 1  # hybridize: ignore\n"
