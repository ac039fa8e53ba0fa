"""A proof as JSON; `schemas/verify.schema.json` describes it field by field."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.version import tool_version
from hybridize_refactorings.proof.verifying import FunctionProof, Proof

from hybridize_cli.reporters.json_object import JsonObject, dump

VERSION = 1


def render(proof: Proof, command: Sequence[str]) -> str:
    """The whole proof as one indented JSON object."""
    return dump(contract(proof, command), indent=2)


def contract(proof: Proof, command: Sequence[str]) -> JsonObject:
    """The proof as the object of the contract.  Paths are relative to the report's root."""
    return {
        "version": VERSION,
        "tool": {"name": "hybridize", "version": tool_version()},
        "command": list(command),
        "exit_code": proof.code,
        "runs": proof.runs,
        "original_seconds": round(proof.original_seconds, 3),
        "edited_seconds": round(proof.edited_seconds, 3),
        "output_lines": proof.lines,
        "drifting_lines": proof.drifting,
        "functions": [_function(found) for found in proof.functions],
        "faults": list(proof.faults),
    }


def _function(found: FunctionProof) -> JsonObject:
    edit, compared, tracing = found.edit, found.compared, found.edit.predicted
    return {
        "path": edit.path,
        "qualname": edit.qualname,
        "line": edit.line,
        "edit": edit.what,
        "safe": edit.applicability.value == "safe",
        "verdict": found.verdict,
        "reason": found.reason,
        "calls": compared.calls,
        "compared": compared.compared,
        "values": compared.values,
        "largest_difference": compared.largest,
        "varying": compared.varying,
        "traces": compared.traces,
        "predicted": {"count": tracing.count, "least": tracing.least, "most": tracing.most},
    }
