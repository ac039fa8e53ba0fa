"""The JSON formats keep to the schemas that ship with the package."""

from __future__ import annotations

import json
import os
from importlib import resources
from typing import Any

import pytest
import reporter_cases
from hybridize_analyzer.report import AssumptionKind
from hybridize_cli.reporters import RenderContext, render
from jsonschema import Draft202012Validator

SCHEMAS = resources.files("hybridize_cli.schemas")
CONTRACT_FUNCTION_FIELDS = [
    "path",
    "qualname",
    "line",
    "hybrid",
    "verdict",
    "safe",
    "observed",
    "tensor_parameter",
    "primitive_parameter",
    "side_effects",
    "recursive",
    "tensor_computation",
    "eager_only_calls",
    "numpy_on_parameters",
    "called",
    "parameters",
    "refusals",
    "assumptions",
    "rests_on",
    "input_signature",
    "reconfiguration",
    "traces",
    "tracing",
    "gain",
    "speed_up",
    "run",
    "evidence",
]


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(SCHEMAS.joinpath(name).read_text(encoding="utf-8"))
    return loaded


def line_schema(check: dict[str, Any]) -> dict[str, Any]:
    """The schema of one line, derived: each object of the contract with a `type` in front."""
    definitions = dict(check["$defs"])
    for kind in ("function", "finding", "error"):
        definitions[kind] = with_type(kind, definitions[kind])
    whole = check["properties"]
    definitions["run"] = with_type(
        "run",
        {
            "description": "The first line.",
            "type": "object",
            "properties": {"version": whole["version"], "tool": whole["tool"]},
            "required": ["version", "tool"],
            "additionalProperties": False,
        },
    )
    return {
        "$schema": check["$schema"],
        "$id": "urn:hybridize:check-line:1",
        "title": "hybridize check --format jsonl",
        "description": "One line: an object of `--format json` with its `type`.",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in ("run", "function", "finding", "error")],
        "$defs": definitions,
    }


def with_type(kind: str, definition: dict[str, Any]) -> dict[str, Any]:
    return {
        **definition,
        "properties": {"type": {"const": kind}, **definition["properties"]},
        "required": ["type", *definition["required"]],
    }


def objects(value: Any) -> list[dict[str, Any]]:
    """Every object schema inside `value`."""
    if isinstance(value, list):
        return [found for item in value for found in objects(item)]
    if not isinstance(value, dict):
        return []
    own = [value] if value.get("type") == "object" else []
    return own + [found for item in value.values() for found in objects(item)]


@pytest.mark.parametrize("name", ["check.schema.json", "check-line.schema.json"])
def test_schema_is_valid_and_strict(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    for part in objects(schema(name)):
        assert part["additionalProperties"] is False
        assert part["required"] == list(part["properties"])


def test_line_schema_follows_the_check_schema() -> None:
    expected = line_schema(schema("check.schema.json"))
    if os.environ.get("UPDATE_CASES") == "1":
        text = json.dumps(expected, indent=2) + "\n"
        with resources.as_file(SCHEMAS.joinpath("check-line.schema.json")) as path:
            path.write_text(text, encoding="utf-8")
    assert schema("check-line.schema.json") == expected


def test_function_fields_are_those_of_the_contract() -> None:
    assert list(schema("check.schema.json")["$defs"]["function"]["properties"]) == CONTRACT_FUNCTION_FIELDS


@pytest.mark.parametrize("name", reporter_cases.names())
def test_json_is_valid(name: str) -> None:
    report, context, _ = reporter_cases.load(name)
    whole = json.loads(render("json", report, context))
    Draft202012Validator(schema("check.schema.json")).validate(whole)
    assert list(whole) == ["version", "tool", "functions", "findings", "errors"]


@pytest.mark.parametrize("name", reporter_cases.names())
def test_lines_are_valid_and_hold_the_same_objects(name: str) -> None:
    report, context, _ = reporter_cases.load(name)
    validator = Draft202012Validator(schema("check-line.schema.json"))
    lines = [json.loads(line) for line in render("jsonl", report, context).splitlines()]
    for line in lines:
        validator.validate(line)
    whole = json.loads(render("json", report, context))
    head, *rest = lines
    assert head == {"type": "run", "version": whole["version"], "tool": whole["tool"]}
    assert rest == [
        {"type": kind, **item} for kind in ("function", "finding", "error") for item in whole[f"{kind}s"]
    ]


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("functions", "verdict", "maybe"),
        ("functions", "extra", 1),
        ("functions", "line", 0),
        ("functions", "side_effects", "no"),
        ("findings", "severity", "info"),
        ("findings", "fingerprint", "x"),
        ("findings", "code", "E1"),
        ("errors", "line", 0),
    ],
)
def test_schema_refuses_what_breaks_the_contract(kind: str, field: str, value: object) -> None:
    report, context, _ = reporter_cases.load("tour")
    whole = json.loads(render("json", report, context))
    whole[kind][0][field] = value
    assert not Draft202012Validator(schema("check.schema.json")).is_valid(whole)


def test_all_functions_decides_which_functions_are_listed() -> None:
    report, _, _ = reporter_cases.load("verdicts")
    some = json.loads(render("json", report, RenderContext(reporter_cases.ROOT)))
    every = json.loads(render("json", report, RenderContext(reporter_cases.ROOT, all_functions=True)))
    assert len(every["functions"]) == len(report.functions)
    assert {function["verdict"] for function in some["functions"]} == {"convert", "remove", "reconfigure"}


def test_json_paths_stay_below_the_root() -> None:
    report, context, _ = reporter_cases.load("base-elsewhere")
    assert json.loads(render("json", report, context))["findings"][0]["path"] == "src/train.py"


@pytest.mark.parametrize("name", ["check", "check-line"])
def test_every_kind_of_assumption_is_in_the_schema(name: str) -> None:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    kinds = schema["$defs"]["assumption"]["properties"]["kind"]["enum"]
    assert kinds == [kind.value for kind in AssumptionKind]
