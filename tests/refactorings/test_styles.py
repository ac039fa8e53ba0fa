"""Programs in the styles in which people write dynamic models: which rewrites they are offered, and that these are right.

`styles/NAME.py` is a program, `styles.json` says what becomes of it, and docs/measured/batched-styles.md shows that;
`UPDATE_CASES=1` writes both.
"""

from __future__ import annotations

import ast
import json
import os
from functools import cache
from pathlib import Path

import pytest
from edit_cases import source_file
from hybridize_refactorings.batching.rewrites import all_rewrites
from hybridize_refactorings.batching.searching import search_batching
from hybridize_refactorings.repaired_functions import repaired_sources
from repair_cases import ANALYST, analyse

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "styles").glob("*.py"))
EXPECTED = HERE / "styles.json"
PAGE = HERE.parents[1] / "docs/measured/batched-styles.md"
REWRITES = {rewrite.name: rewrite for rewrite in all_rewrites()}
KNOWN = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
OFFERED = [(name, rule) for name, found in KNOWN.items() for rule in found["offered"]]
LEAST = 17

_HEAD = """# Dynamic models in many styles

Programs of twenty styles, as people write them, and what `hybridize fix --select RULE --unsafe` makes of each. Every offered
edit is executed by the tests, which compare results and gradients with those of the program as it was
(`tests/refactorings/styles`). Reasons are those that `fix` gives for what it leaves alone.

| program | style | offered | left alone |
|---|---|---|---|
"""


@cache
def edited(name: str, *rules: str) -> tuple[str | None, tuple[str, ...]]:
    """The program after these rewrites, None where none is offered; and the reasons."""
    path = HERE / "styles" / f"{name}.py"
    sources = {path.name: source_file(path, path.name, path.read_bytes())}
    report = analyse(list(sources.values()))
    rewrites = [REWRITES[rule] for rule in rules]
    outcomes = search_batching(report, sources, ANALYST, unsafe=True, rewrites=rewrites)
    after = repaired_sources(sources, [edit for each in outcomes for edit in each.edits])[path.name].text
    reasons = tuple(f"{each.function.qualname}: {each.refused}" for each in outcomes if each.refused)
    return (after if after != sources[path.name].text else None), reasons


def found(name: str) -> dict[str, list[str]]:
    """The rules that offer an edit, and why others do not."""
    by_rule = {rule: edited(name, rule) for rule in REWRITES}
    return {
        "offered": [rule for rule, (after, _) in by_rule.items() if after is not None],
        "left alone": [f"{reason} ({rule})" for rule, (_, reasons) in by_rule.items() for reason in reasons],
    }


def page(results: dict[str, dict[str, list[str]]]) -> str:
    """What became of all programs, as Markdown."""
    lines = []
    for path in PROGRAMS:
        style = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").replace("\n", " ")
        offered, left = (
            ", ".join(results[path.stem]["offered"]) or "no",
            "; ".join(results[path.stem]["left alone"]),
        )
        lines.append(
            f"| {path.stem} | {style} | {offered} | {left or ('' if offered != 'no' else 'no pattern is seen')} |"
        )
    count = sum(bool(each["offered"]) for each in results.values())
    return _HEAD + "\n".join(lines) + f"\n\n{count} of {len(results)} are offered.\n"


def test_programs_are_offered_what_the_page_says() -> None:
    results = {path.stem: found(path.stem) for path in PROGRAMS}
    if os.environ.get("UPDATE_CASES") == "1":
        EXPECTED.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
        PAGE.write_text(page(results), "utf-8")
    assert results == json.loads(EXPECTED.read_text("utf-8"))
    assert page(results) == PAGE.read_text("utf-8")
    assert sum(bool(each["offered"]) for each in results.values()) >= LEAST


@pytest.mark.tf
@pytest.mark.parametrize("name", sorted({name for name, _ in OFFERED}))
def test_a_program_does_the_same_with_its_calls_batched(name: str, same_after_edits) -> None:
    path = HERE / "styles" / f"{name}.py"
    rules = [(rule,) for offered, rule in OFFERED if offered == name]
    rules += [tuple(REWRITES)] if len(rules) > 1 else []
    same_after_edits(path, path.read_text("utf-8"), *(edited(name, *some)[0] for some in rules))


def test_of_two_edits_of_one_loop_one_is_made_and_the_other_says_so() -> None:
    after, reasons = edited("gru_by_hand", *REWRITES)
    assert after == edited("gru_by_hand", "stepwise-sequences")[0]
    assert any("`stepwise-sequences` changes the same lines, and its edit is made" in why for why in reasons)
