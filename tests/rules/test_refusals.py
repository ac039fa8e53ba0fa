"""docs/refusals.md is true: its rules and cases exist, and the cases show what the page says."""

import re
from pathlib import Path

import pytest
from hybridize_analyzer.rules import all_rules

from case_files import CaseFunction, Claim, Expectation, read_case

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs/refusals.md"
CODES = {rule.name: rule.code for rule in all_rules()}
_CASE = re.compile(r"`([\w-]+/\w+\.py)` `([^`]+)`")
_RULE = re.compile(r"\[([\w-]+)\]\(rules/([\w-]+)\.md\)")
_NOT_EXECUTED = {"ignored-argument/models.py Declared.__init__"}
"""What nobody calls, and what Keras itself inspects, so that nothing can stand around it."""


def _rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("| ") and "---" not in line]


ROWS = [row for row in _rows() if row[0] not in ("code", "what")]


def _case(path: str, name: str) -> CaseFunction:
    found = {f.qualname: f for f in read_case(HERE / path)}
    assert name in found, f"{path} has no function `{name}` with comments"
    return found[name]


def _cases(row: list[str]) -> dict[str, CaseFunction]:
    return {f"{path} {name}": _case(path, name) for path, name in _CASE.findall(row[-1])}


def test_page_has_every_code_of_the_reference() -> None:
    assert [row[0] for row in ROWS if len(row) == 5] == [str(number) for number in range(1, 24)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rules_and_cases_of_a_row_exist_and_agree(row: list[str]) -> None:
    rules = _RULE.findall(" ".join(row))
    assert all(name == link and name in CODES for name, link in rules), rules
    cases = _cases(row)
    for label, case in cases.items():
        assert isinstance(case.expect, Expectation), f"{label} has no `# expect:`"
        assert isinstance(case.claim, Claim) or label in _NOT_EXECUTED, f"{label} has no `# tf:`"
    flagged = {code for case in cases.values() for code, _ in case.expect.codes}
    verdicts = {case.expect.verdict for case in cases.values()}
    for name, _ in rules:
        open_or_removed = name in ("unseen-code", "needless-hybrid") and verdicts & {"undetermined", "remove"}
        assert CODES[name] in flagged or open_or_removed, f"no case of this row is flagged by {name}"


def test_every_rule_is_on_the_page() -> None:
    named = {name for row in ROWS for name, _ in _RULE.findall(" ".join(row))}
    assert named >= {rule.name for rule in all_rules() if rule.check} - {"untraceable-argument", "rounded-division"}
