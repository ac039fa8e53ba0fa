"""`json`: the stable contract, one object; `schemas/check.schema.json` describes it field by field."""

from __future__ import annotations

import json
from typing import Any

from hybridize_analyzer.report import (
    Evidence,
    Finding,
    FunctionReport,
    MeasuredRun,
    Parameter,
    Problem,
    Report,
    Tracing,
)
from hybridize_analyzer.workspace.fingerprint import fingerprints

from hybridize_cli.reporters.context import RenderContext, listed_functions

VERSION = 1

JsonObject = dict[str, Any]


def render(report: Report, context: RenderContext) -> str:
    """The whole report as one indented JSON object."""
    return dump(contract(report, context), indent=2)


def contract(report: Report, context: RenderContext) -> JsonObject:
    """The report as the object of the contract.  Paths are relative to the report's root."""
    identities = fingerprints(report.findings)
    return {
        "version": VERSION,
        "tool": {"name": "hybridize", "version": context.tool_version},
        "functions": [_function(function) for function in listed_functions(report, context)],
        "findings": [_finding(*pair) for pair in zip(report.findings, identities, strict=True)],
        "errors": [_error(problem) for problem in report.errors],
    }


def dump(value: object, *, indent: int | None = None) -> str:
    """`value` as JSON text that ends in a newline; ASCII, so that no shell's encoding can damage it."""
    return json.dumps(value, indent=indent) + "\n"


def _function(function: FunctionReport) -> JsonObject:
    return {
        "path": function.path,
        "qualname": function.qualname,
        "line": function.line,
        "hybrid": function.hybrid,
        "verdict": function.verdict,
        "safe": function.safe,
        "observed": function.observed,
        "tensor_parameter": function.tensor_parameter,
        "primitive_parameter": function.primitive_parameter,
        "side_effects": function.side_effects,
        "recursive": function.recursive,
        "tensor_computation": function.tensor_computation,
        "eager_only_calls": function.eager_only_calls,
        "numpy_on_parameters": function.numpy_on_parameters,
        "called": function.called,
        "parameters": [_parameter(parameter) for parameter in function.parameters],
        "refusals": list(function.refusals),
        "assumptions": [a.message for a in function.assumptions if not a.accepted],
        "rests_on": [
            {"kind": a.kind.value, "message": a.message, "accepted": a.accepted, "observed": a.observed}
            for a in function.assumptions
        ],
        "input_signature": function.input_signature,
        "reconfiguration": function.reconfiguration,
        "traces": function.traces,
        "tracing": _tracing(function.tracing),
        "gain": function.gain,
        "speed_up": function.speed_up,
        "run": None if function.run is None else _run(function.run),
        "evidence": _evidence(function.evidence),
    }


def _run(run: MeasuredRun) -> JsonObject:
    return {
        "calls": run.calls,
        "seconds": run.seconds,
        "own": run.own,
        "share": run.share,
        "each": run.each,
        "operations": run.operations,
        "expected": run.expected,
    }


def _tracing(tracing: Tracing) -> JsonObject:
    return {
        "least": tracing.least,
        "most": tracing.most,
        "unbounded": tracing.unbounded,
        "unknown": tracing.reason,
        "causes": [
            {
                "parameter": cause.parameter,
                "message": cause.message,
                "evidence": _evidence(cause.evidence),
            }
            for cause in tracing.causes
        ],
    }


def _parameter(parameter: Parameter) -> JsonObject:
    return {
        "name": parameter.name,
        "kind": parameter.kind,
        "dtype": parameter.dtype,
        "shape": parameter.shape,
        "evidence": _evidence(parameter.evidence),
    }


def _finding(finding: Finding, fingerprint: str) -> JsonObject:
    location, applicability = finding.location, finding.applicability
    return {
        "path": location.path,
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line,
        "end_column": location.end_column,
        "rule": finding.rule,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "function": finding.function,
        "help": finding.help,
        "notes": list(finding.notes),
        "evidence": _evidence(finding.evidence),
        "applicability": None if applicability is None else applicability.value,
        "fingerprint": fingerprint,
    }


def _evidence(evidence: tuple[Evidence, ...]) -> list[JsonObject]:
    return [
        {
            "message": fact.message,
            "path": fact.location.path,
            "line": fact.location.line,
            "column": fact.location.column,
        }
        for fact in evidence
    ]


def _error(problem: Problem) -> JsonObject:
    return {
        "path": problem.path,
        "message": problem.message,
        "line": problem.line,
        "column": problem.column,
    }
