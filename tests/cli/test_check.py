"""`check`: exit codes, options, where output goes."""

import json
from pathlib import Path

import pytest
from hybridize_analyzer import analyze as analysis

CLEAN = "x = 1\n"
LOUD = "print(1)\n"
BROKEN = "def f(:\n"

EXIT_CODES = [
    pytest.param({"a.py": CLEAN}, [], 0, id="clean"),
    pytest.param({"a.py": LOUD}, [], 1, id="findings"),
    pytest.param({"a.py": LOUD}, ["--exit-zero"], 0, id="findings, exit zero"),
    pytest.param({"a.py": BROKEN}, [], 1, id="syntax error"),
    pytest.param({"a.py": BROKEN}, ["--exit-zero"], 0, id="syntax error, exit zero"),
    pytest.param({"a.py": b"x = '\xe9'"}, [], 1, id="not UTF-8"),
    pytest.param({"a.py": CLEAN, "b.py": b"\0"}, [], 1, id="NUL"),
    pytest.param({"a.txt": ""}, [], 0, id="no Python"),
    pytest.param({}, ["none.py"], 2, id="missing path"),
    pytest.param({"a.py": CLEAN}, ["a.py", "none.py"], 2, id="one missing path"),
    pytest.param({"a.py": CLEAN}, ["--nonsense"], 2, id="unknown option"),
    pytest.param({"a.py": CLEAN}, ["--select", "nonsense"], 2, id="unknown rule"),
    pytest.param({"a.py": CLEAN}, ["--format", "nonsense"], 2, id="unknown format"),
    pytest.param({"a.py": CLEAN}, ["--jobs", "0"], 2, id="too few jobs"),
    pytest.param({"a.py": CLEAN}, ["--jobs", "two"], 2, id="jobs in words"),
    pytest.param({"a.py": CLEAN}, ["--per-file-ignores", "tests"], 2, id="half of a pair"),
    pytest.param({"a.py": CLEAN}, ["--fix", "--watch"], 2, id="two actions"),
    pytest.param({"a.py": CLEAN}, ["-", "a.py"], 2, id="standard input and a path"),
    pytest.param({"a.py": CLEAN}, ["-", "--watch"], 2, id="standard input watched"),
    pytest.param({"a.py": CLEAN}, ["--stdin-filename", "a.py"], 2, id="a name without standard input"),
    pytest.param({"a.py": CLEAN}, ["--baseline", "none.json"], 2, id="missing baseline"),
    pytest.param({"a.py": CLEAN}, ["--write-baseline"], 2, id="baseline to nowhere"),
    pytest.param({"a.py": LOUD}, ["-o", "none/out.json"], 2, id="output to nowhere"),
    pytest.param({"a.py": CLEAN, "pyproject.toml": "[tool"}, [], 2, id="broken settings"),
    pytest.param(
        {"a.py": CLEAN, "pyproject.toml": "[tool"}, ["--isolated"], 0, id="broken settings, isolated"
    ),
    pytest.param({"a.py": CLEAN, "hybridize.toml": "ignore = ['x']"}, [], 2, id="unknown rule in settings"),
    pytest.param(
        {"a.py": CLEAN, "hybridize.toml": "output-format = 'x'"}, [], 2, id="unknown format in settings"
    ),
    pytest.param({"a.py": "raise_internal"}, [], 2, id="internal error"),
]


@pytest.mark.parametrize(("files", "arguments", "code"), EXIT_CODES)
def test_exit_code(run, plant, files, arguments, code):
    plant(files)
    outcome = run("check", *arguments)
    assert outcome.code == code, outcome
    assert "Traceback" not in outcome.stdout + outcome.stderr
    if code == 2:
        assert outcome.stdout == ""
        assert "rror" in outcome.stderr


MESSAGES = [
    pytest.param(["none.py"], ["none.py: no such file or directory"], id="missing path"),
    pytest.param(
        ["--select", "print-in-grap"], ["--select: unknown rule", "did you mean `print-in-graph`"], id="rule"
    ),
    pytest.param(["--formt", "json"], ["--format"], id="option"),
    pytest.param(
        ["--config", "jobz = 1"], ["--config: unknown setting `jobz`", "did you mean `jobs`"], id="setting"
    ),
    pytest.param(["--config", "select = ['zz']"], ["select: unknown rule `zz`"], id="rule in --config"),
    pytest.param(["--fix", "--add-ignore"], ["--fix and --add-ignore do not go together"], id="two actions"),
]


@pytest.mark.parametrize(("arguments", "words"), MESSAGES)
def test_message(run, plant, arguments, words):
    plant({"a.py": CLEAN})
    stderr = run("check", *arguments).stderr
    for word in words:
        assert word in stderr


def names(outcome):
    """Path, line and rule of the findings in JSON output."""
    return [(entry["path"], entry["line"], entry["rule"]) for entry in json.loads(outcome.stdout)["findings"]]


TWO = {"a.py": "def eager(): pass\nprint(1)\n", "tests/b.py": "print(1)\n"}
A, B = ("a.py", 2, "print-in-graph"), ("tests/b.py", 1, "print-in-graph")
E = ("a.py", 1, "eager-function")

SELECTIONS = [
    pytest.param({}, [], [E, A, B], id="everything"),
    pytest.param({}, ["--select", "HYB1"], [A, B], id="prefix"),
    pytest.param({}, ["--select", "eager-function,HYB101"], [E, A, B], id="listed"),
    pytest.param({}, ["--ignore", "print-in-graph"], [E], id="ignored"),
    pytest.param({}, ["--per-file-ignores", "tests/**:HYB1"], [E, A], id="per file"),
    pytest.param({}, ["--exclude", "tests"], [E, A], id="excluded"),
    pytest.param({"hybridize.toml": "select = ['HYB0']"}, [], [E], id="settings"),
    pytest.param(
        {"hybridize.toml": "select = ['HYB0']"}, ["--extend-select", "HYB1"], [E, A, B], id="extended"
    ),
    pytest.param(
        {"hybridize.toml": "ignore = ['HYB1']"}, ["--select", "HYB1"], [A, B], id="select starts afresh"
    ),
    pytest.param({"hybridize.toml": "ignore = ['HYB1']"}, ["--ignore", "HYB0"], [], id="ignores add up"),
    pytest.param({"hybridize.toml": "ignore = ['HYB1']"}, ["--isolated"], [E, A, B], id="isolated"),
    pytest.param(
        {"hybridize.toml": "extend-exclude = ['a.py']"},
        ["--extend-exclude", "tests"],
        [],
        id="excludes add up",
    ),
    pytest.param({".gitignore": "tests"}, [], [E, A], id="gitignore"),
    pytest.param(
        {".gitignore": "tests"}, ["--no-respect-gitignore"], [E, A, B], id="gitignore does not count"
    ),
    pytest.param({"hybridize.toml": "exclude = ['tests']"}, ["tests/b.py"], [B], id="a named file"),
    pytest.param(
        {"hybridize.toml": "exclude = ['tests']"}, ["tests/b.py", "--force-exclude"], [], id="forced out"
    ),
    pytest.param({"hybridize.toml": ""}, ["a.py"], [E, A], id="one file of a project"),
    pytest.param({"hybridize.toml": ""}, ["tests", "a.py"], [E, A, B], id="a file and a directory"),
]


@pytest.mark.parametrize(("files", "arguments", "expected"), SELECTIONS)
def test_selection(run, plant, files, arguments, expected):
    plant({**TWO, **files})
    assert names(run("check", "--format", "json", *arguments)) == expected


def test_one_directory_is_the_root(run, plant):
    plant(TWO)
    assert names(run("check", "--format", "json", "tests")) == [("b.py", 1, "print-in-graph")]


def test_a_file_is_analysed_with_its_project(run, plant, monkeypatch):
    seen = []

    def spy(root, sources, **options):
        seen.extend(source.relative for source in sources)
        return real(root, sources, **options)

    real = analysis.analyze
    monkeypatch.setattr(analysis, "analyze", spy)
    plant({**TWO, "pyproject.toml": "", "broken.py": BROKEN, "latin.py": b"'\xe9'"})
    outcome = run("check", "--format", "json", "tests/b.py")
    assert sorted(seen) == ["a.py", "broken.py", "tests/b.py"]
    document = json.loads(outcome.stdout)
    assert [entry["path"] for entry in document["findings"]] == ["tests/b.py"]
    assert document["errors"] == []


def test_functions_are_listed_on_request(run, plant):
    plant({"a.py": "def f(): pass\n"})
    assert json.loads(run("check", "--format", "json").stdout)["functions"] == []
    assert [
        f["qualname"] for f in json.loads(run("check", "--format", "json", "--all").stdout)["functions"]
    ] == ["f"]


@pytest.mark.parametrize(
    "text", ["full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson"]
)
def test_every_format_is_offered_and_repeatable(run, plant, text):
    plant({"a.py": LOUD, "b.py": BROKEN})
    first = run("check", "--format", text)
    assert first.code == 1
    assert "HYB101" in first.stdout or "print-in-graph" in first.stdout
    assert run("check", "--format", text) == first


def test_output_file(run, plant, tmp_path):
    plant({"a.py": LOUD, "out.json": "old"})
    (tmp_path / "out.json").chmod(0o640)
    outcome = run("check", "--format", "json", "-o", "out.json")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert json.loads((tmp_path / "out.json").read_text())["findings"]
    assert (tmp_path / "out.json").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "out.json"]


def test_a_report_that_cannot_be_written_leaves_the_old_one(run, plant, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    plant({"a.py": LOUD, "out.json": "old"})
    monkeypatch.setattr(Path, "replace", refuse)
    outcome = run("check", "-o", "out.json")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "out.json: cannot be written: No space left" in outcome.stderr
    assert (tmp_path / "out.json").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "out.json"]


@pytest.mark.parametrize("file", ["-", "/dev/stdout"])
def test_output_file_that_is_no_file(plant, tmp_path, run, file):
    plant({"a.py": LOUD})
    outcome = run("check", "--format", "json", "-o", file)
    assert outcome.code == 1
    assert bool(outcome.stdout) is (file == "-")
    assert not (tmp_path / "-").exists()


def test_statistics(run, plant):
    plant({"a.py": LOUD * 3})
    lines = run("check", "--statistics").stdout.splitlines()
    assert [line.split()[0] for line in lines if "print-in-graph" in line] == ["3"]


def test_loudness(run, plant):
    plant({"a.py": LOUD})
    assert run("check", "-s").stdout == ""
    assert run("check", "-s").code == 1
    assert "print-in-graph" in run("check", "-q").stdout
    told = run("check", "-v").stderr
    assert "1 file to check" in told
    assert "settings: defaults" in told
    plant({"a.py": CLEAN})
    assert run("check", "-q").stdout == ""
    assert (
        "warning: no Python files found in none"
        in run("check", "none", plant({"none/x": ""}) and "-v").stderr
    )
    assert run("check", "none", "-q").stderr == ""


def test_colour(run, plant, monkeypatch):
    plant({"a.py": LOUD})
    assert "\x1b[" not in run("check").stdout
    assert "\x1b[" in run("check", "--color", "always").stdout
    assert "\x1b[" in run("check", terminal=True).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("check").stdout
    assert "\x1b[" not in run("check", "--color", "never").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("check").stdout


ENVIRONMENT = [
    ("HYBRIDIZE_OUTPUT_FORMAT", "jsonl", lambda outcome: outcome.stdout.startswith("{")),
    ("HYBRIDIZE_OUTPUT_FILE", "out.txt", lambda outcome: Path("out.txt").exists() and not outcome.stdout),
    ("HYBRIDIZE_CONFIG", "ignore = ['HYB1']", lambda outcome: outcome.code == 0),
    ("HYBRIDIZE_COLOR", "always", lambda outcome: "\x1b[" in outcome.stdout),
    ("HYBRIDIZE_JOBS", "many", lambda outcome: outcome.code == 2),
    ("HYBRIDIZE_BASELINE", "none.json", lambda outcome: outcome.code == 2),
    ("HYBRIDIZE_ISOLATED", "1", lambda outcome: outcome.code == 1),
]


@pytest.mark.parametrize(("variable", "value", "holds"), ENVIRONMENT)
def test_environment(run, plant, monkeypatch, variable, value, holds):
    plant({"a.py": LOUD})
    assert not holds(run("check")) or variable == "HYBRIDIZE_ISOLATED"
    monkeypatch.setenv(variable, value)
    assert holds(run("check"))


def test_show_files(run, plant):
    plant({"b.py": "", "s/a.py": "", ".venv/x.py": ""})
    outcome = run("check", "--show-files")
    assert (outcome.code, outcome.stdout) == (0, "b.py\ns/a.py\n")


def test_show_settings_is_toml_that_gives_the_same_settings(run, plant, tmp_path):
    plant({"hybridize.toml": "jobs = 2\nbaseline = 'k.json'\nper-file-ignores = { 'a\"b' = ['HYB1'] }"})
    outcome = run("check", "--show-settings", "--select", "HYB0")
    assert outcome.code == 0
    assert f"# from {tmp_path / 'hybridize.toml'}" in outcome.stdout
    assert 'select = ["HYB0"]' in outcome.stdout
    plant({"hybridize.toml": outcome.stdout})
    assert run("check", "--show-settings").stdout == outcome.stdout


def test_suppressions(run, plant):
    plant({"a.py": "print(1)  # hybridize: ignore[HYB101] wanted\nx = 1  # hybridize: ignore\n"})
    assert names(run("check", "--format", "json")) == [("a.py", 2, "unused-suppression")]
    assert names(run("check", "--format", "json", "--ignore", "unused-suppression")) == []
    assert names(run("check", "--format", "json", "--ignore", "HYB1,HYB9")) == []
    assert names(run("check", "--format", "json", "--ignore-suppressions")) == [("a.py", 1, "print-in-graph")]


def test_baseline(run, plant, tmp_path):
    plant({"a.py": LOUD, "b.py": LOUD})
    written = run("check", "--baseline", "known.json", "--write-baseline")
    assert (written.code, written.stdout) == (0, "")
    assert "accepted 2 findings" in written.stderr
    assert run("check", "--baseline", "known.json").code == 0
    plant({"a.py": "x = 1\n\n" + LOUD + LOUD, "hybridize.toml": "baseline = 'known.json'"})
    assert names(run("check", "--format", "json")) == [("a.py", 4, "print-in-graph")]
    plant({"b.py": CLEAN})
    assert run("check", "b.py", "--write-baseline").code == 0
    text = (tmp_path / "known.json").read_text()
    assert '"a.py"' in text
    assert '"b.py"' not in text


def test_a_baseline_cannot_accept_a_syntax_error(run, plant):
    plant({"a.py": BROKEN})
    outcome = run("check", "--baseline", "known.json", "--write-baseline")
    assert outcome.code == 1
    assert "a.py:1:1: syntax error" in outcome.stderr


def test_an_internal_error_is_told_without_a_traceback(run, plant, monkeypatch):
    plant({"a.py": "raise_internal"})
    stderr = run("check").stderr
    assert "internal error: LookupError: a fault of ours at conftest.py:" in stderr
    assert "HYBRIDIZE_DEBUG=1" in stderr
    monkeypatch.setenv("HYBRIDIZE_DEBUG", "1")
    from hybridize_cli.main import execute

    with pytest.raises(LookupError, match="a fault of ours"):
        execute(["check"])


def test_interrupt(run, plant, monkeypatch):
    plant({"a.py": CLEAN})

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(analysis, "analyze", interrupted)
    outcome = run("check")
    assert (outcome.code, outcome.stdout) == (130, "")
    assert "Traceback" not in outcome.stderr
