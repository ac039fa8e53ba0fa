"""A proof as text: a line per edit, then what was run."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.report import Tracing
from hybridize_refactorings.proof.runs import command_words
from hybridize_refactorings.proof.verifying import NOT_EXERCISED, PROVED, REFUTED, FunctionProof, Proof

from hybridize_cli.edits import count


def render(proof: Proof, command: Sequence[str]) -> str:
    """The report; ends in a newline."""
    lines = [_line(found) for found in proof.functions]
    lines += [f"warning: the probe failed in {fault}" for fault in proof.faults]
    lines.append(summary(proof))
    lines.append(
        f"`{command_words(command)}` ran {count(proof.runs, 'time')}, exit code {proof.code}: original "
        f"{proof.original_seconds:.1f} s, edited {proof.edited_seconds:.1f} s; "
        + (f"{count(proof.lines, 'line')} of output compared" if proof.lines else "no output compared")
        + drifting(proof)
    )
    return "".join(f"{line}\n" for line in lines)


def drifting(proof: Proof) -> str:
    """Such as `, 2 with numbers that drift as they do where only the original rounds otherwise`; empty if none do."""
    if not proof.drifting:
        return ""
    verb = "drift" if proof.drifting > 1 else "drifts"
    return f", {proof.drifting} of them with numbers that {verb} no further than where only the original rounds otherwise"


def summary(proof: Proof) -> str:
    """Such as `3 edits: 2 proved on this run, 1 refuted, 0 not exercised`."""
    numbers = [f"{len(proof.keys(verdict))} {verdict}" for verdict in (PROVED, REFUTED, NOT_EXERCISED)]
    numbers[0] += " on this run"
    return f"{count(len(proof.functions), 'edit')}: {', '.join(numbers)}"


def _line(found: FunctionProof) -> str:
    edit = found.edit
    start = f"{edit.path}:{edit.line} `{edit.qualname}` {edit.what}: {found.verdict}"
    if found.verdict != PROVED:
        return f"{start}: {found.reason}"
    return f"{start}: {found.reason or _compared(found)}"


def _compared(found: FunctionProof) -> str:
    compared = found.compared
    largest = f"largest relative difference {compared.largest:.0e}" if compared.largest else "no difference"
    calls = count(compared.compared, "call")
    if compared.compared < compared.calls:
        calls = f"{compared.compared} of {count(compared.calls, 'call')}"
    text = f"{calls} with {count(compared.values, 'value')} compared, {largest}"
    if found.edit.verdict == "convert":
        text += f", {count(compared.traces, 'trace')} ({predicted(found.edit.predicted)} predicted)"
    return text


def predicted(tracing: Tracing) -> str:
    """The number of traces that the analysis expects, or its bounds."""
    if tracing.count is not None:
        return str(tracing.count)
    if tracing.unbounded or tracing.most is None:
        return f"{tracing.least} or more"
    return f"{tracing.least} to {tracing.most}"
