"""`measure` and `fix --verify` from the command line, and the forms of a measurement."""

import json
import os
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from hybridize_analyzer.report import Applicability, Tracing
from hybridize_cli import measure_json, measure_page, measure_text
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.subject import Edit

SCHEMA = json.loads((Path(measure_json.__file__).parent / "schemas" / "measure.schema.json").read_text())
EAGER = "import tensorflow as tf\n\n\ndef eager(x):\n    return tf.exp(x)\n"
FIXED = EAGER.replace("def", "@tf.function\ndef")
PASS = [sys.executable, "-c", "print('ran')"]


def edit(name):
    return Edit(
        f"a.py:{name}#0",
        "a.py",
        name,
        3,
        "adds `@tf.function`",
        "convert",
        Applicability.SAFE,
        Tracing(1, 1, 1),
    )


def times(calls, each, traces=0, tracing=0.0):
    course = (each + tracing, *[each] * (calls - 1))
    return Times(calls, each, sum(course), traces, tracing, 200 << 20, course)


MEASUREMENT = Measurement(
    (
        FunctionMeasure(edit("fast"), times(100, 0.01), times(100, 0.002, 1, 0.5), ()),
        FunctionMeasure(edit("slow"), times(9, 1e-5), times(9, 4e-5, 1, 0.1), ()),
        FunctionMeasure(edit("inner<T>"), times(300, 0.001), None, ("a.py:fast#0",)),
        FunctionMeasure(edit("unused"), None, None, ()),
    ),
    Whole(10.0, 300 << 20),
    Whole(5.0, 310 << 20),
    2,
)


def test_break_even():
    fast, slow, inner, unused = MEASUREMENT.functions
    assert fast.speed_up == pytest.approx(5.0)
    assert fast.break_even == 63  # 0.5 s of tracing at 8 ms saved per call
    assert (slow.speed_up, slow.break_even) == (0.25, None)
    assert (inner.speed_up, unused.break_even) == (None, None)


def test_text():
    lines = measure_text.render(MEASUREMENT, ["python", "a b.py"]).splitlines()
    assert lines[0].split() == "function calls eager graph speed-up traces tracing pays from memory".split()
    assert lines[1].split()[:11] == "a.py:3 fast 100 10.00 ms 2.00 ms 5.0x 1 500.00 ms".split()
    assert "call 63" in lines[1]
    assert "never" in lines[2]
    assert lines[5:] == [
        "`inner<T>` runs inside the graph of `fast`, whose time counts",
        "`unused` is never called as a function of its own",
        "whole run: 10.0 s → 5.0 s (2.0x), at most 300 MiB → 310 MiB of memory",
        "`python 'a b.py'`, each version run 2 times, the quickest counts",
    ]


def test_json_follows_its_schema():
    document = json.loads(measure_json.render(MEASUREMENT, ["python"]))
    jsonschema.validate(document, SCHEMA)
    assert [f["break_even"] for f in document["functions"]] == [63, None, None, None]


class Tags(HTMLParser):
    """Open elements, and every address that the page would load."""

    def __init__(self):
        super().__init__()
        self.open, self.loads, self.count = [], [], {}

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        self.loads += [value for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "line", "rect", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_page_is_complete_and_loads_nothing():
    tags = Tags()
    text = measure_page.render(MEASUREMENT, ["python"])
    tags.feed(text.replace("/>", ">"))
    assert (tags.open, tags.loads) == ([], [])
    assert (
        tags.count["svg"],
        tags.count["polyline"],
        tags.count.get("script", 0),
    ) == (3, 4, 0)
    assert "inner&lt;T&gt;" in text


def test_page_without_functions():
    assert "</html>" in measure_page.render(Measurement((), Whole(1, 0), Whole(1, 0), 1), ["python"])


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_measure(run, plant, form):
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run("measure", "--repeat", "1", "--format", form, "--", *PASS)
    assert outcome.code == 0, outcome.stderr
    assert "eager" in outcome.stdout
    assert outcome.stderr.splitlines() == ["run 1 of 2: the original program", "run 2 of 2: all edits"]


def test_measure_of_a_command_that_fails(run, plant):
    plant({"pyproject.toml": "", "a.py": EAGER})
    assert run("measure", "--", sys.executable, "-c", "raise SystemExit(4)").code == 3
    only_edited = "import sys; sys.exit('@' in open('a.py').read())"
    outcome = run("measure", "--", sys.executable, "-c", only_edited)
    assert outcome.code == 3
    assert "fails on the edited program" in outcome.stderr


def test_fix_verify_makes_only_what_is_proved(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run("fix", "--verify", "--", *PASS)
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.splitlines() == [
        "a.py:4 `eager` withheld: not exercised: the command never calls it (`--not-exercised` makes this edit)",
        "1 edit: 0 proved on this run, 0 refuted, 1 not exercised",
        "applied 0 edits in 0 files",
    ]
    assert (tmp_path / "a.py").read_text() == EAGER


def test_fix_verify_of_what_is_not_exercised(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER})
    shown = run("fix", "--verify", "--not-exercised", "--diff", "--", *PASS)
    assert (shown.code, "+@tf.function" in shown.stdout) == (1, True)
    assert (tmp_path / "a.py").read_text() == EAGER
    outcome = run("fix", "--verify", "--not-exercised", "--", *PASS)
    assert outcome.stdout.splitlines()[0] == "a.py:4 `eager` adds `@tf.function`"
    assert (tmp_path / "a.py").read_text() == FIXED


def test_fix_verify_withholds_what_is_refuted(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER})
    tells = [sys.executable, "-c", "print('@' in open('a.py').read())"]
    outcome = run("fix", "--verify", "--not-exercised", "--", *tells)
    assert outcome.code == 1
    assert "withheld: refuted: with it, line 1 of the output is 'True', and was 'False'" in outcome.stdout
    assert (tmp_path / "a.py").read_text() == EAGER


def test_a_file_that_changes_meanwhile_is_left_alone(run, plant, tmp_path):
    plant({"pyproject.toml": "", "a.py": EAGER})
    changes = [sys.executable, "-c", f"open({str(tmp_path)!r} + '/a.py', 'a').write('# mine')"]
    outcome = run("fix", "--verify", "--not-exercised", "--", *changes)
    assert outcome.code == 2
    assert "a.py: changed on disk since it was analysed" in outcome.stderr
    assert (tmp_path / "a.py").read_text() == EAGER + "# mine" * 3


def test_fix_verify_on_a_read_only_file(run, plant, tmp_path, monkeypatch):
    plant({"pyproject.toml": "", "a.py": EAGER})
    monkeypatch.setattr(
        "os.access", lambda path, mode: mode != os.W_OK or not str(path).startswith(str(tmp_path))
    )
    outcome = run("fix", "--verify", "--not-exercised", "--", *PASS)
    assert outcome.code == 2
    assert "a.py: is read-only" in outcome.stderr
    assert (tmp_path / "a.py").read_text() == EAGER


WRONG = [
    (["fix", "--verify"], "no command to run"),
    (["fix", "-", "--verify", "--", *PASS], "cannot work on standard input"),
    (["fix", "--not-exercised"], "goes with --verify only"),
    (["measure"], "no command to run"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_usage(run, plant, arguments, message):
    plant({"pyproject.toml": "", "a.py": EAGER})
    outcome = run(*arguments)
    assert outcome.code == 2
    assert message in outcome.stderr


def test_fix_takes_paths_behind_two_dashes_as_before(run, plant):
    plant({"pyproject.toml": "", "-a.py": "x = 1\n"})
    assert run("fix", "--", "-a.py").code == 0
