"""Repairs on top of repairs: their places in a text that others have changed, as places in the text before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.lines import BOM
from hybridize_refactorings.repaired_functions import Key, Repaired, keyed, splices_of
from hybridize_refactorings.repairs.repair import Mend
from hybridize_refactorings.splices import Splice, apply_splices
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
        moved = [_moved(mend, text, earlier) for mend in each.mends]
        whole = all(
            len(new.splices) == len(mend.splices) for new, mend in zip(moved, each.mends, strict=True)
        )
        if whole and (each.path, each.qualname) in lines:
            placed.append(replace(each, line=lines[each.path, each.qualname], mends=tuple(moved)))
    return placed


def _moved(mend: Mend, text: str, earlier: Sequence[Splice]) -> Mend:
    """A mend of what `earlier` make of a text, as one of the text: with fewer splices where it touches what they wrote."""
    splices = tuple(at for splice in mend.splices if (at := _before(splice, earlier)) is not None)
    if mend.helper is None:
        return replace(mend, splices=splices)
    start = module_of(apply_splices(text, earlier)).lines.starts[mend.helper.first - 1]
    at = _before(Splice(start, start, ""), earlier)
    first = mend.helper.first if at is None else bisect_right(module_of(text).lines.starts, at.start)
    helper = replace(mend.helper, first=first)
    what = mend.what.replace(mend.helper.shown, helper.shown)
    return replace(mend, splices=splices, helper=helper, what=what)


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
