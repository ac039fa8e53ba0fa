"""Verdicts in, one `FileEdit` per file out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from hybridize_analyzer.report import EDIT_VERDICTS, FunctionReport, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.edits import FileEdit

if TYPE_CHECKING:
    from hybridize_refactorings.batching.groups import Asked, Group
    from hybridize_refactorings.batching.rewrite import Piece
    from hybridize_refactorings.batching.searching import Outcome
    from hybridize_refactorings.repair_edits import Offer
    from hybridize_refactorings.repaired_functions import Repaired


def plan_edits(
    report: Report, sources: Mapping[str, SourceFile], *, unsafe: bool = False
) -> tuple[FileEdit, ...]:
    """Plans the edits for the verdicts `convert`, `remove` and `reconfigure`, in the order of the paths.

    sources: by the path that reports use (`SourceFile.relative`); functions of other files are left out.
    What gains nothing as a graph is not converted, as `check` does not report it either.
    unsafe: also the edits that rest on an assumption; otherwise those are neither applied nor listed.

    Never raises for what stands in a file: an edit that cannot be made exactly is listed as withheld.
    """
    wanted = edited_functions(report, sources, unsafe=unsafe)
    files = [(sources[path], list(group)) for path, group in groupby(wanted, key=lambda each: each.path)]
    return _plan(files) if files else ()


def find_repairs(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    *,
    unsafe: bool = False,
    rounds: int | None = None,
    steps: bool = False,
) -> tuple[Repaired, ...]:
    """Repairs of functions that cannot be converted as they are, after which they (or a part of them) can.

    analyst: analyses the project with changed sources.  A repair is found only if that analysis then calls the function (or
    the one that was taken out of it) convertible; without `unsafe`, safely so.
    rounds: how often it is tried, at most, to take a part out of a function without what the analysis objected to; None:
        as often as usual.
    steps: only what is worth telling those who have not asked: parts that take half of the gradients of their function at
        least, and whose arguments are seen.
    """
    from hybridize_refactorings.deep_stack import on_deep_stack
    from hybridize_refactorings.repair_search import search_repairs

    return on_deep_stack(
        lambda: search_repairs(report, sources, analyst, unsafe=unsafe, rounds=rounds, steps=steps)
    )


def find_batching(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    rules: Collection[str],
    *,
    unsafe: bool = False,
) -> tuple[Outcome, ...]:
    """What becomes of the patterns that some rules report when their calls are batched: edits, or a reason each.

    The edits are planned like repairs, by `plan_repairs`.  unsafe: also those that rest on an assumption.
    """
    from hybridize_refactorings.batching.rewrites import all_rewrites
    from hybridize_refactorings.batching.searching import search_batching
    from hybridize_refactorings.deep_stack import on_deep_stack

    chosen = [rewrite for rewrite in all_rewrites() if rewrite.name in rules]
    return on_deep_stack(lambda: search_batching(report, sources, analyst, unsafe=unsafe, rewrites=chosen))


def find_groups(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    rules: Collection[str],
    wanted: Callable[[Piece], bool],
    refused: Collection[Asked] = (),
) -> tuple[Group, ...]:
    """The edits that `find_batching` finds, those that batch the same calls together; also what rests on assumptions.

    wanted: which pieces of a plan are made.  refused: patterns to leave out, as `Group.asked` tells them.
    """
    from hybridize_refactorings.batching.groups import search_groups
    from hybridize_refactorings.batching.rewrites import all_rewrites
    from hybridize_refactorings.deep_stack import on_deep_stack

    chosen = [rewrite for rewrite in all_rewrites() if rewrite.name in rules]
    return on_deep_stack(lambda: search_groups(report, sources, analyst, chosen, wanted, refused))


def plan_repairs(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    found: Sequence[Repaired] | None = None,
    *,
    unsafe: bool = False,
) -> tuple[FileEdit, ...]:
    """Like `plan_edits`, with the repairs that `find_repairs` found (None: looks for them first)."""
    from hybridize_refactorings.deep_stack import on_deep_stack
    from hybridize_refactorings.repair_edits import plan_repaired

    repairs = find_repairs(report, sources, analyst, unsafe=unsafe) if found is None else found
    return on_deep_stack(lambda: plan_repaired(report, sources, analyst, repairs, unsafe=unsafe))


def repairs_for(
    function: FunctionReport, report: Report, sources: Mapping[str, SourceFile], analyst: Analyst
) -> tuple[Offer, ...]:
    """What an editor can offer for one function of a report: title, kind, applicability and edit of each action."""
    from hybridize_refactorings.deep_stack import on_deep_stack
    from hybridize_refactorings.repair_edits import offers

    return on_deep_stack(lambda: tuple(offers(function, report, sources, analyst)))


def edited_functions(
    report: Report, sources: Mapping[str, SourceFile], *, unsafe: bool
) -> list[FunctionReport]:
    """The functions whose verdict asks for an edit, in the order of paths and lines."""
    wanted = {
        (function.path, function.line, function.qualname): function
        for function in report.functions
        if function.verdict in EDIT_VERDICTS and (function.safe or unsafe) and function.path in sources
        if function.verdict != "convert" or function.gain != "none"
    }
    return [function for _, function in sorted(wanted.items(), key=lambda item: item[0])]


def _plan(files: Sequence[tuple[SourceFile, Sequence[FunctionReport]]]) -> tuple[FileEdit, ...]:
    # libcst takes longer to import than most runs of `check`, which never come here.
    from hybridize_refactorings.deep_stack import on_deep_stack
    from hybridize_refactorings.file_planning import plan_file

    return on_deep_stack(lambda: tuple(plan_file(source, functions) for source, functions in files))
