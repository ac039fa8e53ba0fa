"""The rules as documentation."""

from __future__ import annotations

import json
import textwrap

from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.workspace.errors import InputError, closest


def rule_page(wanted: str) -> str:
    """The Markdown page of the rule with this name or code, under a heading.

    Raises:
        InputError: there is no such rule.
    """
    for rule in all_rules():
        if wanted.lower() == rule.name or wanted.upper() == rule.code:
            page = textwrap.dedent(rule.page).strip()
            heading = "" if page.startswith("# ") else f"# {rule.name} ({rule.code})\n\n"
            return f"{heading}{page}\n"
    known = [name for rule in all_rules() for name in (rule.name, rule.code)]
    hint = closest(wanted, known) or "; `hybridize rules` lists them all"
    raise InputError(f"unknown rule `{wanted}`{hint}")


def rules_text() -> str:
    """Code, name and first sentence of every rule, in columns."""
    width = max((len(rule.name) for rule in all_rules()), default=0)
    return "".join(f"{rule.code}  {rule.name:{width}}  {summary(rule)}\n" for rule in all_rules())


def rules_json() -> str:
    """All rules as a JSON list of objects with `name`, `code`, `severity`, `summary` and `page`."""
    rules = [
        {
            "name": rule.name,
            "code": rule.code,
            "severity": rule.severity.value,
            "summary": summary(rule),
            "page": rule.page,
        }
        for rule in all_rules()
    ]
    return json.dumps(rules, indent=2, ensure_ascii=False) + "\n"


def summary(rule: Rule) -> str:
    """The first paragraph of the page, on one line."""
    paragraphs = (part.strip() for part in textwrap.dedent(rule.page).split("\n\n"))
    text = next((part for part in paragraphs if part and not part.startswith("#")), "")
    return " ".join(text.split())
