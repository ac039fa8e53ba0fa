"""Which functions run together by an edit, or not at all: those that are called from within its scope."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from hybridize_refactorings.batching.rewrite import Piece
from hybridize_refactorings.batching.scene import Place, Scene
from hybridize_refactorings.repaired_functions import Repaired
from hybridize_refactorings.repairs.repair import Mend

Lines = tuple[str, int, int]
"""Path, first and last line."""


def running_together(scene: Scene, edits: Iterable[Repaired], plan: Sequence[Piece]) -> tuple[Repaired, ...]:
    """The edits of a plan, each with what it puts into a scope, and which functions are called from there."""
    scopes: dict[Place, list[Mend]] = {}
    for piece in plan:
        if piece.scope:
            scopes.setdefault((piece.function.path, piece.function.line), []).append(piece.mend)
    found = []
    for edit in edits:
        region = _region(scene, (edit.path, edit.line), scopes.get((edit.path, edit.line), ()))
        inside = frozenset[Place]() if region is None else _called_from(scene, (edit.path, *region))
        found.append(replace(edit, region=region, inside=inside))
    return tuple(found)


def _region(scene: Scene, place: Place, mends: Collection[Mend]) -> tuple[int, int] | None:
    """First and last line that mends change inside a function; what they add outside of it is new."""
    function = scene.function(place)
    subject = scene.subject(function) if function is not None and mends else None
    if subject is None:
        return None
    starts = subject.module.lines.starts
    first, last = subject.node.lineno, subject.node.end_lineno or subject.node.lineno
    offsets = [at for mend in mends for splice in mend.splices for at in (splice.start, splice.end)]
    lines = [line for at in offsets if first < (line := bisect_right(starts, at)) <= last]
    return (min(lines), max(lines)) if lines else None


def _called_from(scene: Scene, region: Lines) -> frozenset[Place]:
    """The functions that are called in some lines, and all that these call."""
    found: set[Place] = set()
    open_lines = [region]
    while open_lines:
        path, first, last = open_lines.pop()
        for function in scene.report.functions:
            place = (function.path, function.line)
            if place not in found and any(
                site.path == path and first <= site.line <= last for site in function.sites
            ):
                found.add(place)
                subject = scene.subject(function)
                if subject is not None:
                    open_lines.append((*place, subject.node.end_lineno or function.line))
    return frozenset(found)
