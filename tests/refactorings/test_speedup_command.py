"""`hybridize speedup`: what it prints, shows as a patch and writes, and how it ends."""

import ast
import hashlib
import json
import re
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hybridize_analyzer.observed.profile import FunctionRun, Profile, RecordedRun, digest_of, split_lines
from hybridize_analyzer.report import NOT_TRACED, Applicability, FunctionReport, Location, Reason
from hybridize_cli import speeding, speedup_json, speedup_text
from hybridize_cli.main import execute
from hybridize_refactorings.proof.choosing import StaysEager
from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.speeding import Rejected, SpeedUp
from hybridize_refactorings.proof.subject import Edit, subject_of

SCHEMA = json.loads((Path(speedup_json.__file__).parent / "schemas" / "speedup.schema.json").read_text())
SMALL = "import tensorflow as tf\n\n\ndef f(x):\n    return tf.nn.relu(x)\n\n\nf(tf.ones(2))\n"
EDIT = Edit("a.py:f#0", "a.py", "f", 4, "adds `@tf.function`", "convert", Applicability.SAFE, NOT_TRACED)


def timed(total):
    return Times(10, total / 10, total, 1, 0.1, 0, (total,))


def subject_of_all(judged):
    functions = tuple(replace(f, verdict="convert", gain="low") for f in judged.report.functions)
    return subject_of(replace(judged.report, functions=functions), judged.sources, unsafe=True)


EDITED = SpeedUp(
    (FunctionMeasure(EDIT, timed(4.0), timed(1.0), ()),),
    (Rejected(replace(EDIT, qualname="g"), "it is not faster"),),
    (),
    None,
    Measurement((), Whole(9.0, 0), Whole(6.0, 0), 1),
    7,
)


@pytest.mark.parametrize("options", [[], ["--diff"], ["--apply"]], ids=["report", "diff", "apply"])
def test_what_is_done_with_the_edits(tmp_path, monkeypatch, capfd, options):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        speeding, "_found", lambda _job, _project, judged, *_: (subject_of_all(judged), EDITED)
    )
    assert execute(["speedup", "--quiet", *options, "--", sys.executable, "a.py"]) == 0
    out = capfd.readouterr().out
    jsonschema.validate(speedup_json.contract(EDITED, ["x"], tmp_path, ()), SCHEMA)
    edited = SMALL.replace("def f", "@tf.function\ndef f")
    assert (tmp_path / "a.py").read_text() == (edited if options == ["--apply"] else SMALL)
    if options == ["--diff"]:
        assert "+@tf.function" in out
        return
    lines = out.splitlines()
    assert lines[0].endswith("a.py: 9.0 s → 6.0 s (1.5x), 1 edit proved on this run, 1 tried and rejected")
    assert lines[1].startswith("a.py:4 `f` adds `@tf.function`: 4.00 s → 1.00 s in 10 calls")
    assert lines[2] == "a.py:4 `g` adds `@tf.function`: rejected: it is not faster"
    assert (lines[-1] == "applied 1 edit in 1 file") is (options == ["--apply"])


LINE_ENDS = [SMALL, "x = '\x0c'\r\n" + SMALL.replace("\n", "\r\n"), "\ufeff" + SMALL]


@pytest.mark.parametrize("text", LINE_ENDS, ids=["plain", "Windows", "byte order mark"])
def test_lines_to_replace(tmp_path, monkeypatch, capfd, text):
    """An editor that replaces them has what `--apply` writes."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    kept = (FunctionMeasure(replace(EDIT, key="a.py:f#0"), timed(4.0), timed(1.0), ()),)
    found = replace(EDITED, kept=kept)
    monkeypatch.setattr(
        speeding, "_found", lambda _job, _project, judged, *_: (subject_of_all(judged), found)
    )
    command = ["speedup", "--quiet", "--format", "json", "--apply", "--", sys.executable, "a.py"]
    assert execute(command) == 0
    contract = json.loads(capfd.readouterr().out)
    jsonschema.validate(contract, SCHEMA)
    (file,) = contract["changes"]
    assert (contract["root"], file["path"]) == (str(tmp_path), "a.py")
    assert file["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    lines = re.split(r"(?<=\n)", text)
    for change in reversed(file["lines"]):
        lines[change["first"] - 1 : change["behind"] - 1] = [change["text"]]
    assert "".join(lines).encode() == (tmp_path / "a.py").read_bytes() != text.encode()


def test_tests_that_the_runs_were_kept_to():
    text = speedup_text.render(replace(EDITED, tests=3), ["pytest"])
    assert (
        "the command ran 8 times, after the first with the 3 tests that call what was tried; nothing" in text
    )
    assert speedup_json.contract(replace(EDITED, tests=3), ["pytest"], Path("/"), ())["tests"] == 3
    assert speedup_json.contract(EDITED, ["pytest"], Path("/"), ())["tests"] is None


def test_functions_for_which_there_is_nothing_to_try_are_named(tmp_path):
    place = Location("a.py", 9, 1, 9, 2)
    reasons = tuple(Reason(rule, "", place, True) for rule in ("eager-only-call", "ambient-state"))
    slow = FunctionReport("a.py", "slow", 9, place, False, "keep", False, reasons=reasons)
    found = replace(EDITED, eager=(StaysEager(slow, 0.34),))
    text = speedup_text.render(found, ["x"])
    assert "a.py:9 `slow` stays eager: ambient-state, eager-only-call; 34% of the run\n" in text
    contract = speedup_json.contract(found, ["x"], tmp_path, ())
    jsonschema.validate(contract, SCHEMA)
    assert contract["eager"][0]["rules"] == ["ambient-state", "eager-only-call"]


BATCHED = replace(
    EDIT, what="adds `with batching():` on line 5", verdict="repair", group="g", needs="hybridize_runtime"
)
CELL = replace(BATCHED, key="a.py:leaf#0", qualname="leaf", line=2, what="adds `@cell`", verdict="cell")


def test_batched_calls_are_told_together_with_what_they_need(tmp_path):
    kept = (FunctionMeasure(CELL, None, None, ()), FunctionMeasure(BATCHED, timed(4.0), timed(1.0), ()))
    found = replace(EDITED, kept=kept, rejected=())
    lines = speedup_text.render(found, ["x"]).splitlines()
    assert lines[1] == "a.py:2 `leaf` adds `@cell`: its calls run together in `f`"
    assert lines[2].startswith("a.py:4 `f` adds `with batching():` on line 5: 4.00 s → 1.00 s")
    assert lines[3] == "with these edits the program needs `hybridize_runtime`"
    contract = speedup_json.contract(found, ["x"], tmp_path, ())
    jsonschema.validate(contract, SCHEMA)
    assert [(each["group"], each["needs"]) for each in contract["kept"]] == [("g", "hybridize_runtime")] * 2

    refused = replace(EDITED, rejected=(Rejected(CELL, "slow"), Rejected(BATCHED, "slow")))
    text = speedup_text.render(refused, ["x"])
    assert "a.py:4 `f` adds `with batching():` on line 5, with edits of `leaf`: rejected: slow\n" in text
    assert "needs" not in text
    contract = speedup_json.contract(refused, ["x"], tmp_path, ())
    jsonschema.validate(contract, SCHEMA)
    assert [each["needs"] for each in contract["kept"]] == [None]


LOOP = """\
import tensorflow as tf

W = tf.Variable(tf.ones([3, 3]))


def encode(tree):
    if isinstance(tree, tuple):
        return tf.tanh(encode(tree[0]) + encode(tree[1]))
    return tf.matmul(tf.fill([1, 3], tree), W)


def step(trees):
    return tf.add_n([encode(tree) for tree in trees])


for _ in range(9):
    step([(1.0, 2.0), (3.0, (1.0, 2.0))])
"""


def recorded(*names, runtime=True):
    """A run in which each function took a second."""
    libraries = {"hybridize_runtime": "0"} if runtime else {}
    source = {"encode": 6, "step": 12}
    lines = split_lines(LOOP)
    nodes = {node.name: node for node in ast.walk(ast.parse(LOOP)) if isinstance(node, ast.FunctionDef)}
    runs = tuple(
        FunctionRun(
            path="a.py", qualname=name, line=source[name], digest=digest_of(lines, nodes[name]), calls=9, counted=0,
            seconds=1.0, operations=90,
        )
        for name in names
    )  # fmt: skip
    run = RecordedRun(command=("x",), code=0, seconds=2.0, processes=1, libraries=libraries)
    return Profile(tool="0", runs=(run,), functions=runs)


@pytest.mark.parametrize(
    ("options", "runtime", "told", "groups"),
    [
        ([], True, "", {"hybridize_runtime"}),
        (["--no-batching"], True, "", set()),
        ([], False, "has no `hybridize_runtime`", set()),
        (["--no-batching"], False, "", set()),
    ],
)
def test_whether_calls_are_batched(tmp_path, monkeypatch, capfd, options, runtime, told, groups):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_text(LOOP)
    monkeypatch.chdir(tmp_path)
    tried = []

    def searched(_job, subject, *_):
        tried.append({edit.needs for edit in subject.edits} - {""})
        return EDITED

    found = recorded("encode", "step", runtime=runtime)
    monkeypatch.setattr(speeding, "profile", lambda *_: (found, Ended(0, 2.0, "", "")))
    monkeypatch.setattr(speeding, "_searched", searched)
    assert execute(["speedup", "--no-cache", *options, "--", sys.executable, "a.py"]) == 0
    error = capfd.readouterr().err
    assert tried == [groups]
    assert ("has no `hybridize_runtime`" in error) is bool(told)


def test_a_command_without_work(tmp_path, monkeypatch, capfd):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_text("def f(x):\n    return x\n\n\nf(1)\n")
    monkeypatch.chdir(tmp_path)
    assert execute(["speedup", "--quiet", "--", sys.executable, "a.py"]) == 0
    assert "nothing found that makes it faster" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "no command to run"),
        (["--", sys.executable, "-c", "raise SystemExit(4)"], 3, "exits with 4 on the original program"),
    ],
    ids=["no command", "failing command"],
)
def test_how_it_ends(tmp_path, monkeypatch, capfd, arguments, code, message):
    (tmp_path / "a.py").write_text(textwrap.dedent("x = 1\n"))
    monkeypatch.chdir(tmp_path)
    assert execute(["speedup", *arguments]) == code
    assert message in capfd.readouterr().err
