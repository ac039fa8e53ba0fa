"""Which edits make the difference: bisection over the set, each question a whole run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

Differs = Callable[[frozenset[str]], bool]


def refuted(edits: Iterable[str], differs: Differs, suspects: Collection[str] = ()) -> frozenset[str]:
    """Edits without which the rest makes no difference.

    differs: whether a run with exactly these edits differs from the original; all of them together do.
    suspects: who is likely to be at fault; they only decide which questions come first.

    k of n edits cost about 2 k log2(n) questions at most; where the suspects are all, one question and those among them.
    Edits that differ only together are found too: the later one, in the order of `edits`, is named.
    """
    ordered = sorted(edits)
    chosen = [edit for edit in ordered if edit in suspects]
    rest = [edit for edit in ordered if edit not in suspects]
    if not chosen or not rest:
        return _among(ordered, frozenset(), differs)
    if not differs(frozenset(rest)):
        return _among(chosen, frozenset(rest), differs)
    bad = _among(rest, frozenset(), differs)
    good = frozenset(rest) - bad
    return bad | (_among(chosen, good, differs) if differs(good | frozenset(chosen)) else frozenset())


def _among(edits: list[str], base: frozenset[str], differs: Differs) -> frozenset[str]:
    """The refuted ones of `edits`, given that `base` makes no difference and both together do."""
    if len(edits) == 1:
        return frozenset(edits)
    half = len(edits) // 2
    left, right = edits[:half], edits[half:]
    bad = _among(left, base, differs) if differs(base | frozenset(left)) else frozenset()
    good = base | (frozenset(left) - bad)
    if not bad:  # the left half is innocent, so the right one is not
        return _among(right, good, differs)
    return bad | (_among(right, good, differs) if differs(good | frozenset(right)) else frozenset())
