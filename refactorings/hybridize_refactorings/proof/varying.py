"""What the original program does not do twice in the same way, left out of a call in all three runs."""

from __future__ import annotations

from dataclasses import replace

from hybridize_refactorings.proof.matching import Matched
from hybridize_refactorings.proof.records import CallRecord, Leaf, Leaves
from hybridize_refactorings.proof.text_output import said_difference
from hybridize_refactorings.proof.tolerance import gap

_DATA = frozenset({"float", "tensor", "variable", "array", "scalar"})
_IDENTITIES = frozenset({"int", "str", "bytes"})
_PLAIN = frozenset({"int", "bool", "str", "bytes", "complex"})


def without_varying(matched: Matched) -> Matched | None:
    """A call without the leaves in which the two runs of the original differ; None where nothing follows from the rest.

    Where a call receives other numbers, texts or tensors in each run, whatever it does may be another thing, too. An
    identity that an object keeps is none of these: a set of ids, or a text or whole number with which the call gives
    the same in both runs. A result that varies as a whole leaves nothing.
    """
    a, b = matched.first, matched.second
    before, after, result = (
        _varying(*pair) for pair in ((a.before, b.before), (a.after, b.after), (a.result, b.result))
    )
    received = [pair for each in (a, b) for pair in (each.before or {}).items() if pair[0] in before]
    data = [pair for pair in received if _is_data(pair[1])]
    same = not result and after <= before and any(map(_is_data, (a.result or {}).values()))
    if data and not (same and all(_may_identify(*pair) for pair in data)):
        return None
    if a.result and result >= set(a.result):
        return None
    said = said_difference(a.said or "", b.said or "") is not None
    calls = (
        replace(
            call,
            before=_without(call.before, before),
            after=_without(call.after, after | before),
            result=_without(call.result, result),
            said="" if said else call.said,
        )
        for call in (a, b, matched.edited)
    )
    return Matched(*calls)


def _varying(a: Leaves | None, b: Leaves | None) -> frozenset[str]:
    """Paths at which two values differ by more than rounding, and what stands below a part that only one of them has."""
    if a is None or b is None:
        return frozenset()
    found = {path for path in a.keys() & b.keys() if _differ(path, a[path], b[path])}
    roots = {_part(path) for path in a.keys() ^ b.keys()}
    found |= {path for path in a.keys() | b.keys() if any(path.startswith(root) for root in roots)}
    return frozenset(found)


def _differ(path: str, a: Leaf, b: Leaf) -> bool:
    found = gap({path: a}, {path: b})
    return found.exact is not None or found.share > 1.0


def _part(path: str) -> str:
    """The path without its last step."""
    return path[: max(path.rfind("."), path.rfind("["), path.rfind("<"), 0)] or path


def _is_data(leaf: Leaf) -> bool:
    return leaf[0] in _DATA or (leaf[0] == "value" and leaf[1] in _PLAIN)


def _may_identify(path: str, leaf: Leaf) -> bool:
    """Whether a leaf may be what an object is told from others by: a text or whole number among its attributes."""
    return leaf[0] == "value" and leaf[1] in _IDENTITIES and "." in path


def _without(leaves: Leaves | None, paths: frozenset[str]) -> Leaves | None:
    return None if leaves is None else {path: leaf for path, leaf in leaves.items() if path not in paths}


def same_end(a: CallRecord, b: CallRecord) -> bool:
    """Both returned, or what `b` raised is caught by whoever expects what `a` raised."""
    if a.error is None or b.error is None:
        return a.error is b.error
    return a.error[0] in b.error[2]  # AutoGraph raises subclasses, with more to read
