"""Arguments that recorded runs have shown, as abstract values."""

from __future__ import annotations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NONE,
    Array,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.observed.profile import FunctionRun, Kind, Seen
from hybridize_analyzer.program.code import FunctionCode

_KINDS = 3  # of one argument, past which it is taken for unknown


def run_of(state: State, code: FunctionCode) -> FunctionRun | None:
    """What a function did in recorded runs."""
    return state.runs.of(code.module.path, code.qualname, code.node.lineno)


def recorded(state: State, code: FunctionCode, name: str) -> Value | None:
    """The value that stands for all that callers passed; None where that was nothing that values can tell."""
    run = run_of(state, code)
    seen = run.parameters.get(name) if run is not None else None
    return None if seen is None or seen.others else _joined(seen)


def _joined(seen: Seen) -> Value | None:
    """Tensors of one dtype and rank are one tensor with open lengths where they differ."""
    groups: dict[tuple[object, ...], list[Kind]] = {}
    for kind, _ in seen.kinds:
        rank = None if kind.shape is None else len(kind.shape)
        groups.setdefault((kind.kind, kind.type, kind.dtype, rank, kind.length), []).append(kind)
    if not groups or len(groups) > _KINDS:
        return None
    values = [_value(kinds, varying=seen.values > 1) for kinds in groups.values()]
    known = [value for value in values if value is not None]
    return union(*known) if len(known) == len(values) else None


def _value(kinds: list[Kind], *, varying: bool) -> Value | None:
    first = kinds[0]
    if first.kind in ("tensor", "variable"):
        return one(Tensor(kind=first.kind, dtype=first.dtype, shape=_lengths(kinds)))
    if first.kind == "array":
        return one(Array(dtype=first.dtype, shape=_lengths(kinds)))
    if first.kind == "none":
        return NONE
    if first.kind == "primitive":
        return one(Scalar(first.type or "int", varying=varying))
    if first.kind == "container" and first.type == "tuple" and first.length == len(first.parts):
        parts = [
            _value([kind.parts[at] for kind in kinds], varying=varying) for at in range(len(first.parts))
        ]
        same = all(len({kind.parts[at].kind for kind in kinds}) == 1 for at in range(len(first.parts)))
        return one(Tuple(tuple(p for p in parts if p is not None))) if same and None not in parts else None
    return None


def _lengths(kinds: list[Kind]) -> Shape | None:
    """The shape of all; a length that differs is not known."""
    shapes = [kind.shape for kind in kinds]
    if any(shape is None for shape in shapes) or len({len(shape or ()) for shape in shapes}) != 1:
        return None
    columns = zip(*(shape or () for shape in shapes), strict=True)
    return tuple(column[0] if len(set(column)) == 1 else None for column in columns)
