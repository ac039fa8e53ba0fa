"""`docs/json-output.md` says what the schema says and shows what the program prints."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import reporter_cases
from hybridize_cli.reporters import render
from test_schemas import schema

PAGE = Path(__file__).parents[2] / "docs" / "json-output.md"
_EXAMPLE = re.compile(r"(?<=```json\n).*?(?=```)", re.DOTALL)
_FIELDS = re.compile(r"(?<=tests/reporters -->\n).*?(?=<!-- end of fields -->)", re.DOTALL)


def kind(field: dict[str, Any]) -> str:
    """The type of a field in words."""
    if "$ref" in field:
        return field["$ref"].rpartition("/")[2]
    if "const" in field:
        return f"`{quoted(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{quoted(value)}`" for value in field["enum"])
    if field["type"] == "array":
        return f"list of {kind(field['items'])}"
    types = field["type"] if isinstance(field["type"], list) else [field["type"]]
    return " or ".join(types)


def quoted(value: object) -> str:
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def table(name: str, definition: dict[str, Any]) -> str:
    rows = [
        f"| `{field}` | {kind(value)} | {value.get('description', '')} |"
        for field, value in definition["properties"].items()
    ]
    head = f"### {name}\n\n{definition['description']}\n\n| Field | Type | Meaning |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def fields() -> str:
    check = schema("check.schema.json")
    return "\n" + "\n".join(
        [table("The object", check), *(table(name, part) for name, part in check["$defs"].items()), ""]
    )


def test_page_follows_the_schema_and_the_program() -> None:
    report, context, _ = reporter_cases.load("documented")
    example = render("json", report, context)
    text = PAGE.read_text(encoding="utf-8")
    expected = _FIELDS.sub(lambda _: fields(), _EXAMPLE.sub(lambda _: example, text, count=1))
    if os.environ.get("UPDATE_CASES") == "1":
        PAGE.write_text(expected, encoding="utf-8")
        text = expected
    assert text == expected, "run UPDATE_CASES=1 and review the page"
    assert '"qualname": "loss"' in text
    assert "| `numpy_on_parameters` | boolean or null |" in text
