"""Every rule keeps what its page says: its cases, judged by the analysis and by TensorFlow itself."""

import ast
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.report import Problem
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.facts.collect import collect
from hybridize_analyzer.solver.roots import explore
from hybridize_analyzer.verdict.decide import Decision, decide

from executed import Executed

from case_files import EDITS, CaseFunction, Claim, Expectation, read_case, rewrite

HERE = Path(__file__).parent
REPO = HERE.parent.parent
CASES = sorted(HERE.glob("*/*.py"))
OF_KERAS2 = [path for path in CASES if "# tf_keras:" in path.read_text(encoding="utf-8")]
UPDATE = os.environ.get("UPDATE_CASES") == "1"
HEADINGS = ["What it finds", "Why it matters", "Example", "Use instead", "Fix safety", "Limits", "Threads"]
THREAD = re.compile(r"\b[\w.-]+/[\w.-]+#\d+")


def decisions(path: Path, keras: int = 3) -> dict[int, Decision]:
    """Line of `def` -> decision, for one file analysed alone.  keras: the version that it runs on."""
    text = path.read_text(encoding="utf-8")
    names = name_modules([path.name])
    module = parse(SourceFile(path, path.name, text, "utf-8", text.encode()), names)
    assert not isinstance(module, Problem), module
    return {f.line: decide(f, library=False) for f in collect(explore({path.name: module}, names, keras=(keras,)))}


def observed(decision: Decision, asked: object) -> Expectation:
    """The decision as a comment would say it, with the message patterns of `asked` where they hold."""
    patterns = dict(asked.codes) if isinstance(asked, Expectation) else {}
    messages: dict[str, list[str]] = {}
    for rule, refusal in decision.refusals:
        if refusal.certain or decision.verdict == "undetermined":
            messages.setdefault(rule.code, []).append(refusal.message)
    for rule, refusal in decision.advice:
        messages.setdefault(rule.code, []).append(refusal.message)
    unsafe = decision.verdict in EDITS and bool(decision.assumptions)
    codes = tuple((code, _kept(patterns.get(code, ""), texts)) for code, texts in messages.items())
    if (
        isinstance(asked, Expectation)
        and asked.verdict == decision.verdict == "undetermined"
        and not asked.codes
    ):
        codes = ()
    return Expectation(decision.verdict, unsafe, codes)


def _kept(pattern: str, messages: list[str]) -> str:
    return (
        pattern if any(re.search(pattern, message) for message in messages) else messages[0].replace('"', "'")
    )


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_analysis_says_what_the_case_expects(path: Path) -> None:
    found = decisions(path)
    functions = [f for f in read_case(path) if f.expect is not None]
    now = [replace(f, expect=observed(found[f.line], f.expect)) for f in functions]
    if UPDATE:
        rewrite(path, [*now, *(f for f in read_case(path) if f.expect is None)])
    else:
        assert [f"{f.qualname}: {f.expect}" for f in now] == [f"{f.qualname}: {f.expect}" for f in functions]


@pytest.mark.tf
@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_tensorflow_does_what_the_case_claims(path: Path, oracle, executed: Executed) -> None:
    name = path.relative_to(HERE.parent).as_posix()
    executed(name, lambda: _claims(path, "claim"), lambda: _compare_claims(path, oracle(path), "claim"))


@pytest.mark.tf
@pytest.mark.parametrize("path", OF_KERAS2, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_tf_keras_does_what_the_case_claims(path: Path, keras2_oracle, executed: Executed) -> None:
    name = f"{path.relative_to(HERE.parent).as_posix()}#tf_keras"
    executed(name, lambda: _claims(path, "keras2"), lambda: _compare_claims(path, keras2_oracle(path), "keras2"))


@pytest.mark.parametrize("path", OF_KERAS2, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_what_is_called_safe_for_keras_2_is_the_same_in_tf_keras(path: Path) -> None:
    found = decisions(path, keras=2)
    for function in read_case(path):
        decision, claim = found[function.line], function.keras2
        if isinstance(claim, Claim) and decision.verdict == "convert" and not decision.assumptions:
            assert claim.outcome == "same", f"{function.qualname} is called safe, and tf_keras says {claim}"


def test_what_only_keras_3_breaks_is_converted_for_keras_2() -> None:
    path = HERE / "variable-creation/sublayers.py"
    lines = {f.qualname: f.line for f in read_case(path)}
    assert decisions(path)[lines["Unbuilt.call"]].verdict == "undetermined"
    assert decisions(path, keras=2)[lines["Unbuilt.call"]].verdict == "convert"


def test_autograph_reaches_what_keras_2_runs() -> None:
    path = HERE / "tensor-control-flow/keras_converts.py"
    functions = [f for f in read_case(path) if f.keras2 is not None]
    found = decisions(path, keras=2)
    same = {f.qualname for f in functions if f.keras2.outcome == "same"}
    assert same == {f.qualname for f in functions if found[f.line].verdict == "convert"} != set()


def test_variables_of_models_are_arguments_only_with_keras_2() -> None:
    path = HERE / "eager-only-call/variables_of_models.py"
    lines = {f.qualname: f.line for f in read_case(path)}
    assert decisions(path)[lines["update"]].verdict == "keep"
    assert decisions(path, keras=2)[lines["update"]].verdict == "convert"


def test_updates_that_are_done_are_left_alone_by_keras_2() -> None:
    path = HERE / "unseen-code/updates_of_layers.py"
    lines = {f.qualname: f.line for f in read_case(path)}
    found = decisions(path, keras=2)
    assert [found[lines[name]].verdict for name in ("Normal.call", "ByFunction.call")] == ["convert", "undetermined"]


def _claims(path: Path, which: str) -> list[str]:
    """The program of a case, without its comments, and what these claim."""
    program = ast.unparse(ast.parse(path.read_text(encoding="utf-8")))
    return [program, *(f"{f.qualname}: {getattr(f, which)}" for f in read_case(path))]


def _compare_claims(path: Path, answer: dict, which: str) -> None:
    assert "error" not in answer, answer["error"]
    functions = [f for f in read_case(path) if getattr(f, which) is not None]
    broken = [answer[f.qualname]["text"] for f in functions if answer[f.qualname]["outcome"] == "broken"]
    assert not broken, broken
    now = [replace(f, **{which: _claimed(getattr(f, which), answer[f.qualname])}) for f in functions]
    if UPDATE:
        rewrite(path, [*now, *(f for f in read_case(path) if getattr(f, which) is None)])
    else:
        details = "\n".join(f"{f.qualname}: {answer[f.qualname]['text'][:1500]}" for f in functions)
        found, asked = ([f"{f.qualname}: {getattr(f, which)}" for f in side] for side in (now, functions))
        assert found == asked, details


def _claimed(claim: Claim | str, answer: dict) -> Claim:
    """The answer as a comment would say it, with the claim's own excerpt of the message where it holds."""
    asked = claim if isinstance(claim, Claim) else Claim("")
    traces = None if asked.traces is None else answer["traces"]
    if asked.traces is not None and not asked.outcome:
        return Claim("", traces=traces, written=asked.written)
    if answer["outcome"] != "raises":
        return Claim(answer["outcome"], traces=traces, written=asked.written)
    known = asked.error == answer["error"] and asked.text in answer["text"]
    excerpt = asked.text if known else _excerpt(answer["text"])
    return Claim("raises", answer["error"], excerpt, traces, asked.written)


def _excerpt(message: str) -> str:
    """The first words of the last line: before it stand the lines of a traceback."""
    return message.strip().splitlines()[-1].strip()[:60].replace('"', "'").replace("#", "")


def _flagged(rule: Rule) -> tuple[list[CaseFunction], list[CaseFunction]]:
    """Functions with an executed claim in the rule's folder: those it flags, and those it leaves alone."""
    functions = [f for p in CASES if p.parent.name == rule.name for f in read_case(p)]
    claimed = [f for f in functions if isinstance(f.claim, Claim) and isinstance(f.expect, Expectation)]
    flagged = [f for f in claimed if rule.code in dict(f.expect.codes)]
    return flagged, [f for f in claimed if f not in flagged]


CHECKED = [rule for rule in all_rules() if rule.check]


@pytest.mark.parametrize("rule", CHECKED, ids=lambda r: r.name)
def test_rule_has_flagged_and_clean_cases(rule: Rule) -> None:
    flagged, clean = _flagged(rule)
    assert len(flagged) >= 2, (
        f"tests/rules/{rule.name}: {len(flagged)} flagged functions with `# tf:`; write two"
    )
    assert len(clean) >= 2, f"tests/rules/{rule.name}: {len(clean)} clean functions with `# tf:`; write two"


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_what_is_called_safe_is_the_same_in_tensorflow(path: Path) -> None:
    for function in read_case(path):
        expect, claim = function.expect, function.claim
        if isinstance(expect, Expectation) and expect.verdict in EDITS and not expect.unsafe:
            assert isinstance(claim, Claim), f"{function.qualname} is called safe and has no `# tf:` comment"
            assert claim.outcome == "same", f"{function.qualname} is called safe, and TensorFlow says {claim}"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.name)
def test_page_has_all_headings_and_threads(rule: Rule) -> None:
    assert re.findall(r"^## (.+)$", rule.page, re.MULTILINE) == HEADINGS
    assert THREAD.search(rule.page.split("## Threads")[1]), f"the page of {rule.name} cites no thread"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.name)
def test_module_is_named_as_the_rule_and_short(rule: Rule) -> None:
    module = REPO / "analyzer/hybridize_analyzer/rules" / f"{rule.name.replace('-', '_')}.py"
    assert len(module.read_text(encoding="utf-8").splitlines()) <= 150


def test_codes_and_names_are_unique_and_folders_have_rules() -> None:
    assert (
        len({rule.code for rule in all_rules()})
        == len({rule.name for rule in all_rules()})
        == len(all_rules())
    )
    assert {path.parent.name for path in CASES} <= {rule.name for rule in all_rules()}


def test_changelog_names_every_rule() -> None:
    changelog = (REPO / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [
        f"{r.code} {r.name}" for r in all_rules() if r.code not in changelog or r.name not in changelog
    ] == []


def test_documentation_is_generated_from_the_pages() -> None:
    sys.path.insert(0, str(REPO / "tools"))
    try:
        from generate_rule_docs import documents
    finally:
        sys.path.pop(0)
    folder = REPO / "docs/rules"
    assert {p.name: p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.md"))} == documents(), (
        "run `python tools/generate_rule_docs.py`"
    )
