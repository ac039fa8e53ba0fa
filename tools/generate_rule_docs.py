"""Writes `docs/rules/`: one page per rule, from the docstring of the rule's module, and a table of all rules.

usage: python tools/generate_rule_docs.py  (rewrites docs/rules/ and removes the pages of gone rules)
"""

from __future__ import annotations

from pathlib import Path

from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.rules.rule import Rule

FOLDER = Path(__file__).parent.parent / "docs/rules"
_ORIGIN = "<!-- Generated from the rule by tools/generate_rule_docs.py: edit the rule. -->\n\n"
_HEAD = """# Rules

*Told* says whether `hybridize check` tells what a rule finds to those who did not ask. *On request* are rules whose findings
maintainers hardly ever act on ([read in public repositories](../measured/findings.md)): `--extend-select NAME` asks for one,
`--min-gain none` for all. What a rule finds stands in the way of an edit in any case.

| code | name | severity | told | what it finds |
|---|---|---|---|---|
"""


def documents() -> dict[str, str]:
    """File name -> text."""
    return {"README.md": _index(), **{f"{rule.name}.md": _page(rule) for rule in all_rules()}}


def _page(rule: Rule) -> str:
    told = f"\n\n{_on_request(rule)}" if rule.on_request else ""
    return f"{_ORIGIN}# {rule.name} ({rule.code})\n\nSeverity: {rule.severity.value}{told}\n\n{rule.page.strip()}\n"


def _on_request(rule: Rule) -> str:
    return f"Told on request: `hybridize check --extend-select {rule.name}`, or `--min-gain none`."


def _index() -> str:
    rows = "\n".join(map(_row, all_rules()))
    return _ORIGIN + _HEAD + rows + "\n"


def _row(rule: Rule) -> str:
    summary = rule.page.splitlines()[0]
    told = "on request" if rule.on_request else "yes"
    return f"| {rule.code} | [{rule.name}]({rule.name}.md) | {rule.severity.value} | {told} | {summary} |"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = documents()
    for path in FOLDER.glob("*.md"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
