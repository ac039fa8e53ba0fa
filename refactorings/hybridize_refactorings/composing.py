"""Repairs on top of repairs: their places in a text that others have changed, as places in the text before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.lines import BOM
from hybridize_refactorings.repaired_functions import Key, Repaired, keyed, splices_of
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import module_of


def changed_by_others(
    before: Iterable[FunctionReport], now: Mapping[Key, FunctionReport], found: Iterable[Repaired]
) -> tuple[FunctionReport, ...]:
    """Functions that the repairs of others leave with fewer refusals; their reports are of the text with these."""
    done = {(each.path, each.qualname) for each in found}
    return tuple(
        now[key]
        for key, old in keyed(before).items()
        if key in now and key[:2] not in done and set(now[key].refusals) < set(old.refusals)
    )


def placed_before(
    first: Sequence[Repaired],
    then: Iterable[Repaired],
    sources: Mapping[str, SourceFile],
    old: Iterable[FunctionReport],
) -> list[Repaired]:
    """Repairs of the text with `first`, as repairs of the text before; without those that touch what `first` wrote."""
    lines = {(each.path, each.qualname): each.line for each in old}
    placed = []
    for each in then:
        text = sources[each.path].text.removeprefix(BOM)
        mends = [mend for one in first if one.path == each.path for mend in one.mends]
        earlier = sorted(splices_of(module_of(text), mends), key=lambda splice: splice.start)
        moved = [
            replace(
                mend,
                splices=tuple(at for splice in mend.splices if (at := _before(splice, earlier)) is not None),
            )
            for mend in each.mends
        ]
        whole = all(
            len(new.splices) == len(mend.splices) for new, mend in zip(moved, each.mends, strict=True)
        )
        if whole and (each.path, each.qualname) in lines:
            placed.append(replace(each, line=lines[each.path, each.qualname], mends=tuple(moved)))
    return placed


def _before(splice: Splice, earlier: Sequence[Splice]) -> Splice | None:
    """A splice of the text that `earlier` give, in the text before them; None where it touches what they wrote."""
    delta = 0
    for each in earlier:
        start = each.start + delta
        stop = start + len(each.text)
        if splice.end <= start:
            break
        if splice.start < stop:
            return None
        delta += len(each.text) - (each.end - each.start)
    return Splice(splice.start - delta, splice.end - delta, splice.text)
