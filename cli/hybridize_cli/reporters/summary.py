"""The last lines of `full`: what was found, what it would bring, and what to do first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hybridize_analyzer.report import EDIT_VERDICTS, Applicability, FunctionReport, Problem, Report
from hybridize_analyzer.verdict.gain import HIGH, MEDIUM
from hybridize_analyzer.verdict.reasons import counted
from hybridize_analyzer.verdict.worth import lesser, offered

from hybridize_cli.escaping import printable
from hybridize_cli.reporters.context import RenderContext
from hybridize_cli.reporters.headers import place

_FIRST = 3


def lines(report: Report, context: RenderContext) -> Iterator[str]:
    """Sentences, each on its line."""
    yield _found(report)
    functions = offered(report.functions, report.findings)
    if functions:
        yield from _offered(functions)
    yield from _repaired(report)
    if len(functions) > _FIRST:
        yield f"Make these {_FIRST} first:"
        for function in functions[:_FIRST]:
            where = place(function.location, report, context)
            yield f"  {where} `{printable(function.qualname)}`{_about(function)}"
    yield from _left_out(report, context)


def _found(report: Report) -> str:
    unread = report.errors
    functions = f" in {counted(len(report.functions), 'function')}" if report.functions else ""
    if report.findings:
        found = f"Found {counted(len(report.findings), 'finding')}{functions}"
        return f"{found}; {_unread(unread)}." if unread else f"{found}."
    if not unread:
        return f"No findings{functions}."
    return f"{_unread(unread)}; no findings in the rest." if functions else f"{_unread(unread)}."


def _unread(problems: Sequence[Problem]) -> str:
    """Such as `2 files could not be analysed`."""
    files, others = {p.path for p in problems if p.path}, [p for p in problems if not p.path]
    parts = [f"{counted(len(files), 'file')} could not be analysed"] if files else []
    return ", ".join([*parts, counted(len(others), "error")] if others else parts)


def _offered(functions: Sequence[FunctionReport]) -> Iterator[str]:
    """Such as `12 functions can be 2x or more faster, 9 of them 3x or more: 3 edits are safe (…)`."""
    much = sum((function.speed_up or 0.0) >= HIGH for function in functions)
    all_of_them = all((function.speed_up or 0.0) >= MEDIUM for function in functions)
    faster = f"{MEDIUM:g}x or more faster" if all_of_them else "faster as graphs"
    share = f", {much} of them {HIGH:g}x or more" if much and not (much == len(functions) == 1) else ""
    safe = sum(function.safe for function in functions)
    edits = []
    if safe:
        edits.append(f"{counted(safe, 'edit')} {'is' if safe == 1 else 'are'} safe (`hybridize fix`)")
    if unsafe := len(functions) - safe:
        proof = "`hybridize fix --unsafe --verify . -- pytest`"
        edits.append(f"{unsafe} {'needs' if unsafe == 1 else 'need'} your tests ({proof})")
    yield f"{counted(len(functions), 'function')} can be {faster}{share}: {', '.join(edits)}."


def _repaired(report: Report) -> Iterator[str]:
    """Such as `3 steps can be graphs after a repair: 2 repairs are safe (…), 1 needs your tests (…)`."""
    converted = {function.location for function in report.functions if function.verdict in EDIT_VERDICTS}
    repairs = [
        finding
        for finding in report.findings
        if finding.applicability is not None and finding.gain is not None and finding.subject not in converted
    ]
    if not repairs:
        return
    safe = sum(finding.applicability is Applicability.SAFE for finding in repairs)
    edits = []
    if safe:
        edits.append(
            f"{counted(safe, 'repair')} {'is' if safe == 1 else 'are'} safe (`hybridize fix --repair`)"
        )
    if unsafe := len(repairs) - safe:
        proof = "`hybridize fix --repair --unsafe --verify . -- pytest`"
        edits.append(f"{unsafe} {'needs' if unsafe == 1 else 'need'} your tests ({proof})")
    steps = "A step can be a graph" if len(repairs) == 1 else f"{len(repairs)} steps can be graphs"
    yield f"{steps} after a repair: {', '.join(edits)}."


def _about(function: FunctionReport) -> str:
    return "" if function.speed_up is None else f", about {function.speed_up:.0f}x"


def _left_out(report: Report, context: RenderContext) -> Iterator[str]:
    small, in_tests = lesser(report, context.min_gain, tests=context.tests)
    in_tests += context.steps_in_tests
    if small:
        told = "function would gain" if small == 1 else "functions would gain"
        yield f"Not shown: {small} {told} less (`--min-gain low`)."
    if in_tests:
        yield f"Not shown: {counted(in_tests, 'function')} of tests (`--tests`)."
    inline = context.unsearched
    if inline:
        told = (
            "function takes training steps in a loop and cannot be a graph; a part of it may be one"
            if len(inline) == 1
            else "functions take training steps in loops and cannot be graphs; parts of them may be"
        )
        yield f"Not looked for: {len(inline)} {told} (`hybridize check --repair`):"
        for function in inline[:_FIRST]:
            yield f"  {place(function.location, report, context)} `{printable(function.qualname)}`"
        if len(inline) > _FIRST:
            yield f"  and {len(inline) - _FIRST} more"
