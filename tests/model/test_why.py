"""Explanations: of small programs as text, of every case of every rule by what they must name, and of nothing at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from hybridize_analyzer.group import Judged
from hybridize_analyzer.model import NothingThere
from hybridize_analyzer.model.steps import Step
from hybridize_analyzer.rules import all_rules
from hybridize_cli.main import execute
from jsonschema import Draft202012Validator

from asked import analysed, answers, questions

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.py"))
FOLDERS = {rule.name: sorted((HERE.parent / "rules" / rule.name).glob("*.py")) for rule in all_rules()}
RULES = [rule.name for rule in all_rules() if rule.check]
ABSENT = ("no-tensor-computation", "no-tensor-parameter")
"""What these miss stands nowhere: the place is the function."""
VERDICTS = {"eager-function": "convert", "needless-hybrid": "remove"}
"""Findings that are a verdict, and no rule's refusal."""


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_answers_are_as_stated(case: Path) -> None:
    expected = case.with_suffix(".txt")
    found = answers(case)
    if os.environ.get("UPDATE_CASES") == "1":
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", RULES)
def test_why_leads_every_refusal_to_its_place(rule: str) -> None:
    caused = 0
    for path, line, judged, explained in _functions(rule):
        assert judged.decision is not None
        last = len(path.read_text(encoding="utf-8").splitlines())
        assert all(s.location is None or 1 <= s.location.line <= last for s in explained.walk())
        for found, refusal in (*judged.decision.refusals, *judged.decision.advice):
            step = next(s for s in explained.because if s.message.startswith(f"{found.name} ({found.code})"))
            places = [s.location for s in step.walk() if s.location is not None]
            assert places, f"{path.name}:{line}: {found.name} is named without a place"
            all_told = not any(s.message.endswith(" more places") for s in step.because)
            if refusal.evidence and all_told:
                assert refusal.evidence[0].location in places, f"{path.name}:{line}: {found.name}"
            caused += found.name == rule and (rule in ABSENT or any(w.line != line for w in places))
    assert caused >= 2


@pytest.mark.parametrize("rule", VERDICTS)
def test_why_says_on_what_a_verdict_rests(rule: str) -> None:
    """What a function gets and from where, and what a graph of it would cost and save."""
    told = 0
    for path, line, judged, explained in _functions(rule):
        if judged.report.verdict == VERDICTS[rule]:
            steps = [s.message for s in explained.because]
            assert any("expected gain: " in message for message in steps), f"{path.name}:{line}"
            passed = [s for s in explained.walk() if s.message.startswith("this call passes ")]
            told += any(s.location is not None and s.location.line != line for s in passed)
    assert told >= 2


def test_every_rule_with_cases_is_asked_for() -> None:
    assert {name for name, cases in FOLDERS.items() if cases} == {*RULES, *VERDICTS}


def _functions(rule: str) -> Iterator[tuple[Path, int, Judged, Step]]:
    """The functions in the cases of a rule: their file, line, verdict, and why they got it."""
    for path in FOLDERS[rule]:
        analysis = analysed(path)
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if text.lstrip().startswith(("def ", "async def ")):
                code = analysis.function_at(path.name, line)
                if code is not None and code.node.lineno == line:
                    yield path, line, analysis.judged(code), analysis.why(path.name, line)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_asking_changes_no_answer(case: Path) -> None:
    analysis = analysed(case)
    asked = list(questions(case))
    first = [analysis.why(case.name, line, what) for line, what in asked]
    again = [analysis.why(case.name, line, what) for line, what in reversed(asked)]
    assert first == again[::-1]


def test_values_callers_and_effects_can_be_asked_for() -> None:
    analysis = analysed(HERE / "cases/training.py")
    step, loss = (analysis.function_at("training.py", line) for line in (16, 12))
    assert step is not None
    assert loss is not None
    assert analysis.callers_of(loss) == {step}
    assert "attribute `count` of a `Trainer` is set" in {e.message for e in analysis.effects_of(step)}
    assert analysis.value_at("training.py", 13, "logits") == "a tensor of float32 [32, 10]"
    assert analysis.value_at("training.py", 13, 18) == "a tensor of float32 [32, 28]"


@pytest.mark.parametrize(
    ("line", "what", "message"),
    [
        (1, None, "no function here"),
        (13, "nowhere", "nothing reads `nowhere` here; there is `logits`, `images`, `self.w`, `self`"),
        (13, 200, "nothing covers column 200"),
        (4000, None, "ends at line"),
        (0, None, "ends at line"),
    ],
)
def test_where_nothing_is_the_message_says_so(line: int, what: str | int | None, message: str) -> None:
    analysis = analysed(HERE / "cases/training.py")
    with pytest.raises(NothingThere) as caught:
        analysis.why("training.py", line, what)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("train.py", "not a place; write FILE:LINE"),
        ("absent.py:3", "no such file"),
        ("broken.py:1", "invalid syntax"),
        ("train.py:99", "ends at line 5"),
        ("train.py:4:y", "nothing reads `y`"),
    ],
)
def test_the_command_refuses_bad_places(place, message, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path)
    assert execute(["why", place]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_the_command_answers_as_text_and_as_json(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path)
    assert execute(["why", "train.py:4:x"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("`x` is a tensor of float32 [2]  (train.py:4)\n└─ this call passes")
    assert execute(["why", "train.py:4", "-f", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    schema = json.loads(resources.files("hybridize_cli.schemas").joinpath("why.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(answer)
    assert answer["why"]["location"]["line"] == 4
    assert execute(["why", "train.py:4", "-f", "json", "--depth", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["why"]["because"] == []


def _write(folder: Path) -> None:
    (folder / "train.py").write_text(
        "import tensorflow as tf\n\n\ndef f(x): return x * 2.0\nf(tf.ones([2]))\n", encoding="utf-8"
    )
    (folder / "broken.py").write_text("def f(:\n", encoding="utf-8")


def test_a_named_project_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """Nothing marks the folder as a project: without `--project` only what lies beside the file would be read."""
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "scaled.py").write_text(
        "import tensorflow as tf\nfrom common import doubled\n\n\ndef scaled(x):\n    return tf.exp(doubled(x)) + 1.0\n"
    )
    (tmp_path / "common.py").write_text(
        "import tensorflow as tf\n\n\ndef doubled(x):\n    print('doubled')\n    return x * 2.0\n"
    )
    monkeypatch.chdir(tmp_path)
    place = "nets/scaled.py:5"
    assert execute(["why", place, "--isolated"]) == 0
    assert "print" not in capsys.readouterr().out
    assert execute(["why", place, "--isolated", "--project", "."]) == 0
    assert "`print()` is called" in capsys.readouterr().out
