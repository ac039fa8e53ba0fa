"""From patterns to edits that are known to hold: planned, applied in memory, and analysed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hybridize_analyzer.report import Applicability, FunctionReport, Pattern, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.batching.purity import objection
from hybridize_refactorings.batching.reach import running_together
from hybridize_refactorings.batching.rewrite import Piece, Rewrite
from hybridize_refactorings.batching.rewrites import all_rewrites
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repaired_functions import (
    RUNTIME,
    Key,
    Repaired,
    keyed,
    overlap,
    repaired_sources,
)
from hybridize_refactorings.repairs.repair import Mend

_FROM = f"from {RUNTIME} import "


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one pattern: edits, or one sentence why there are none."""

    function: FunctionReport
    pattern: Pattern
    edits: tuple[Repaired, ...] = ()
    refused: str = ""


def search_batching(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    *,
    unsafe: bool = False,
    rewrites: Sequence[Rewrite] | None = None,
) -> tuple[Outcome, ...]:
    """What the rewrites make of the patterns of a report.

    analyst: analyses the project with changed sources.  unsafe: also edits that rest on something that is
    assumed; edits that nothing is assumed of are safe.  Edits of one function are made once, whoever asks for them.
    """
    chosen = {each.name: each for each in (all_rewrites() if rewrites is None else rewrites)}
    return tuple(_once(list(outcomes_of(report, sources, analyst, chosen, unsafe=unsafe)), chosen))


def outcomes_of(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    chosen: Mapping[str, Rewrite],
    *,
    unsafe: bool,
    wanted: Callable[[Piece], bool] = lambda _: True,
) -> Iterator[Outcome]:
    """What the rewrites make of each pattern by itself, whatever others make of theirs.

    chosen: the rewrites, by name.  wanted: which pieces of a plan are made.
    """
    scene = Scene(report, sources, analyst)
    for function, pattern in _patterns(report, chosen):
        yield _outcome(scene, chosen[pattern.rule], function, pattern, analyst, wanted, unsafe=unsafe)


def _patterns(report: Report, chosen: Mapping[str, Rewrite]) -> Iterator[tuple[FunctionReport, Pattern]]:
    for function in report.functions:
        yield from ((function, pattern) for pattern in function.patterns if pattern.rule in chosen)


def _outcome(
    scene: Scene,
    rewrite: Rewrite,
    function: FunctionReport,
    pattern: Pattern,
    analyst: Analyst,
    wanted: Callable[[Piece], bool],
    *,
    unsafe: bool,
) -> Outcome:
    if pattern.refused is not None:
        told = f"{pattern.refused.message} (line {pattern.refused.location.line})"
        return Outcome(function, pattern, refused=told)
    plan = rewrite.plan(scene, function, pattern)
    if isinstance(plan, Refused):
        return Outcome(function, pattern, refused=plan.reason)
    plan = tuple(filter(wanted, plan))
    if not any(piece.scope for piece in plan):
        return Outcome(function, pattern, refused="nothing that is wanted runs its cells together")
    edits = running_together(
        scene, tuple(_repaired(plan, pattern.rule, (function.path, function.qualname))), plan
    )
    proved = _proved(scene, plan, edits, analyst)
    if isinstance(proved, Refused):
        return Outcome(function, pattern, refused=proved.reason)
    edits = tuple(_with(edit, proved) for edit in edits)
    if proved is not Applicability.SAFE and not unsafe:
        return Outcome(
            function, pattern, refused="something is assumed of its cells (`--unsafe` makes this edit)"
        )
    return Outcome(function, pattern, edits)


def _with(edit: Repaired, applicability: Applicability) -> Repaired:
    return replace(edit, mends=tuple(replace(mend, applicability=applicability) for mend in edit.mends))


def _repaired(plan: Sequence[Piece], rule: str, owner: tuple[str, str]) -> Iterator[Repaired]:
    """The pieces of each function as one edit, with one import of the runtime per file."""
    ordered = sorted(plan, key=lambda piece: (piece.function.path, piece.function.line))
    imports = {
        path: _joined(added for piece in group for added in piece.mend.added)
        for path, group in groupby(ordered, key=lambda piece: piece.function.path)
    }
    for (path, line), group in groupby(ordered, key=lambda piece: (piece.function.path, piece.function.line)):
        pieces = list(group)
        mends = tuple(_importing(piece.mend, imports[path]) for piece in pieces)
        qualname = pieces[0].function.qualname
        is_cell = any(piece.cell == qualname for piece in pieces)
        yield Repaired(path, qualname, line, (), tuple(dict.fromkeys(mends)), rule, owner, is_cell)


def _joined(imports: Iterable[NewImport]) -> tuple[NewImport, ...]:
    """`from … import a, b` for all names that come from the runtime."""
    found = dict.fromkeys(imports)
    names = sorted({each.name for each in found if each.statement.startswith(_FROM)})
    rest = tuple(each for each in found if not each.statement.startswith(_FROM))
    return (*rest, NewImport(_FROM + ", ".join(names), names[0])) if names else rest


def _importing(mend: Mend, imports: tuple[NewImport, ...]) -> Mend:
    return replace(mend, added=imports) if mend.added else mend


def _proved(
    scene: Scene, plan: Sequence[Piece], edits: Sequence[Repaired], analyst: Analyst
) -> Applicability | Refused:
    """Whether every cell of the edited program computes and does nothing else; or the first that is not seen to."""
    after = repaired_sources(scene.sources, edits)
    if any(after[edit.path].text == scene.sources[edit.path].text for edit in edits):
        return Refused("the edited text would not hold the edits exactly")
    now = keyed(analyst.report(list(after.values())).functions)
    assumed = any(piece.assumes for piece in plan)
    for piece in plan:
        cell = now.get(_cell_key(piece, now)) if piece.cell else None
        if piece.cell and cell is None:
            return Refused(f"the cell `{piece.cell}` is not found in the edited program")
        if cell is not None and (why := objection(cell)) is not None:
            return why
        assumed = assumed or (cell is not None and _assumes(cell))
    return Applicability.UNSAFE if assumed else Applicability.SAFE


def _cell_key(piece: Piece, now: Mapping[Key, FunctionReport]) -> Key:
    path = piece.function.path
    numbers = [key for key in now if key[:2] == (path, piece.cell)]
    return min(numbers, default=(path, piece.cell, 0))


def _assumes(cell: FunctionReport) -> bool:
    """Whether something about a cell is not known: who calls it, what it gets, random numbers in it."""
    return bool(
        not cell.called
        or cell.assumptions
        or any(each.kind in ("unknown", "callable") for each in cell.parameters)
    )


def _once(outcomes: Sequence[Outcome], chosen: Mapping[str, Rewrite]) -> list[Outcome]:
    """Edits that another outcome makes as well are made once; outcomes that collide with others are refused.

    Of two that collide, the one with the higher code is made: the rules that turn a loop into one call come after those that
    record the calls in it, and what they write runs faster.
    """
    order = sorted(
        range(len(outcomes)), key=lambda number: chosen[outcomes[number].pattern.rule].code, reverse=True
    )
    done: dict[str, list[tuple[Mend, str]]] = {}
    settled = list(outcomes)
    for number in order:
        outcome = outcomes[number]
        other = _colliding(outcome, done)
        if other is not None:
            settled[number] = replace(
                outcome, edits=(), refused=f"`{other}` changes the same lines, and its edit is made"
            )
        else:
            settled[number] = replace(outcome, edits=tuple(_new(outcome, done)))
    return settled


def _new(outcome: Outcome, done: dict[str, list[tuple[Mend, str]]]) -> Iterator[Repaired]:
    """The edits of an outcome without what is done; what is left is done then."""
    for edit in outcome.edits:
        before = done.setdefault(edit.path, [])
        new = tuple(mend for mend in edit.mends if not any(mend.splices == b.splices for b, _ in before))
        before += [(mend, outcome.pattern.rule) for mend in new]
        if new:
            yield replace(edit, mends=new)


def _colliding(outcome: Outcome, done: Mapping[str, Sequence[tuple[Mend, str]]]) -> str | None:
    """The rule of a mend that is done and touches text that one of the outcome changes otherwise."""
    for edit in outcome.edits:
        for before, rule in done.get(edit.path, ()):
            for mend in edit.mends:
                if mend.splices != before.splices and overlap(mend.splices, before.splices):
                    return rule
    return None
