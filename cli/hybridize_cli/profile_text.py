"""A profile as a table: where the time goes, which functions could be graphs, and what that would save."""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.observed.profile import FunctionRun, Profile
from hybridize_analyzer.report import FunctionReport, Report
from hybridize_analyzer.verdict.measured import expected_after, operations_each, seconds_each
from hybridize_refactorings.proof.runs import command_words

from hybridize_cli.edits import count
from hybridize_cli.measure_text import aligned_rows, seconds

HEADINGS = ("function", "calls", "total", "own", "share", "each", "operations", "as a graph", "verdict")
_LEAST = 0.001  # share of the run below which a function is not listed


def render(profile: Profile, report: Report) -> str:
    """The table; ends in a newline."""
    rows = table(profile, report)
    lines = aligned_rows([HEADINGS, *rows], left=(0, len(HEADINGS) - 1)) if rows else []
    if left := len(profile.functions) - len(rows):
        lines.append(f"and {count(left, 'function')} of less than 0.1 % of the time")
    lines += [_summary(run.command, run.seconds, run.processes) for run in profile.runs]
    return "".join(f"{line}\n" for line in lines)


def table(profile: Profile, report: Report) -> list[tuple[str, ...]]:
    """A row of cells for each function that matters, the longest first."""
    verdicts = {(f.path, f.qualname, f.line): f for f in report.functions}
    runs = sorted(profile.functions, key=lambda run: -run.seconds)
    return [
        (
            _where(run),
            str(run.calls),
            *_times(run, profile, verdicts.get(_place(run))),
            verdict_words(verdicts.get(_place(run)), run),
        )
        for run in runs
        if run.seconds >= _LEAST * profile.seconds or (run.in_graph and not run.calls)
    ]


def _place(run: FunctionRun) -> tuple[str, str, int]:
    return run.path, run.qualname, run.line


def _where(run: FunctionRun) -> str:
    return f"{run.path}:{run.line} {run.qualname}"


def _times(run: FunctionRun, profile: Profile, function: FunctionReport | None) -> Iterable[str]:
    operations = operations_each(run)
    converts = run.eager_calls and function is not None and function.verdict == "convert"
    after = expected_after(run, profile.dispatch) if converts else None
    return (
        seconds(run.seconds),
        seconds(run.own),
        f"{100 * run.seconds / profile.seconds:.1f} %" if profile.seconds else "–",
        seconds(seconds_each(run)),
        "–" if operations is None else f"{operations:.0f}",
        seconds(after),
    )


def verdict_words(function: FunctionReport | None, run: FunctionRun) -> str:
    """What the analysis says of a function, and in which graphs it ran, in a few words."""
    if run.graph_calls:
        return f"is a graph, {count(run.traces, 'trace')}"
    if not run.calls and run.in_graph:
        return "runs in graphs" if not run.inside else f"runs in the graph of {_named(run.inside[0])}"
    if function is None:
        return ""
    if function.verdict == "convert":
        return "can be a graph" if function.safe else "may be a graph"
    reasons = ", ".join(sorted({reason.rule for reason in function.reasons})[:2])
    return f"{'not known' if function.verdict == 'undetermined' else 'stays eager'}{': ' * bool(reasons)}{reasons}"


def _named(name: str) -> str:
    return f"`{name.rpartition(':')[2]}`"


def _summary(command: tuple[str, ...], took: float, processes: int) -> str:
    return f"`{command_words(command)}` ran {took:.1f} s with the probe, in {processes} process{'es' * (processes != 1)}"
