"""Which rules are reported where."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hand_made import finding, report
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.selection import check_selectors, keep_selected, selected_rules


@dataclass(frozen=True)
class NamedRule:
    name: str
    code: str


RULES = tuple(NamedRule(f"rule-{code}", f"HYB{code}") for code in (101, 102, 201))
EVERY = frozenset(rule.name for rule in RULES)

SELECTIONS = [
    pytest.param(["ALL"], [], {101, 102, 201}, id="all"),
    pytest.param(["all"], ["HYB1"], {201}, id="all but a prefix"),
    pytest.param(["HYB1"], [], {101, 102}, id="prefix"),
    pytest.param(["HYB101"], ["HYB1"], {101}, id="the closer one decides"),
    pytest.param(["ALL", "rule-102"], ["HYB1"], {102, 201}, id="name against prefix"),
    pytest.param(["HYB1"], ["HYB1"], set(), id="as close: ignored"),
    pytest.param(["ALL"], ["ALL"], set(), id="nothing"),
    pytest.param(["hyb201"], [], {201}, id="case"),
]


@pytest.mark.parametrize(("select", "ignore", "expected"), SELECTIONS)
def test_selected(select, ignore, expected):
    assert selected_rules(RULES, select, ignore) == {f"rule-{code}" for code in expected}


@pytest.mark.parametrize(
    ("selector", "hint"),
    [
        ("rule-10", "did you mean `rule-10"),
        ("HYB3", "unknown rule `HYB3`"),
        ("H", "hybridize rules"),
        ("", "unknown"),
    ],
)
def test_unknown_selectors(selector, hint):
    with pytest.raises(InputError, match=hint) as caught:
        check_selectors([selector], RULES, "--select")
    assert str(caught.value).startswith("--select: ")


def test_all_is_known_even_without_rules():
    check_selectors(["ALL"], (), "--select")


PER_FILE = [
    pytest.param("tests/**", ["src/a.py"], id="folder"),
    pytest.param("a.py", [], id="a name anywhere"),
    pytest.param("/src/*.py", ["tests/a.py"], id="anchored"),
    pytest.param("!src/**", ["src/a.py"], id="everywhere else"),
]


@pytest.mark.parametrize(("pattern", "expected"), PER_FILE)
def test_per_file_ignores(pattern, expected):
    found = report(finding("rule-101", "src/a.py"), finding("rule-101", "tests/a.py"))
    kept = keep_selected(found, EVERY, [(pattern, ["HYB1"])], Path("/project"), RULES)
    assert [entry.location.path for entry in kept.findings] == expected


def test_patterns_are_relative_to_the_settings_not_to_the_root():
    found = report(finding("rule-101", "a.py"), finding("rule-201", "a.py"), root=Path("/project/src"))
    kept = keep_selected(found, EVERY, [("src/a.py", ["HYB101"])], Path("/project"), RULES)
    assert [entry.rule for entry in kept.findings] == ["rule-201"]
