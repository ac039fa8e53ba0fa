"""What the analysis says of one expression, and whether that agrees with what running it gives."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    Array,
    Const,
    External,
    Iterator,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    one,
)
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.program.code import index_module
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.solver.evaluator import EVALUATOR
from hybridize_analyzer.workspace.targets import CURRENT

LIBRARIES = {"tf": "tensorflow", "np": "numpy", "keras": "keras"}
_PATH = "expression.py"


def predict(
    expression: str, values: Mapping[str, object], keras: tuple[int, ...] = CURRENT
) -> tuple[State, frozenset]:
    """The abstract value of an expression, with the state in which it was evaluated.  keras: the versions that run it."""
    state, _, value = evaluated(expression, values, keras)
    return state, value


def evaluated(
    expression: str, values: Mapping[str, object], keras: tuple[int, ...] = CURRENT
) -> tuple[State, Frame, frozenset]:
    """The same, with the frame, which has the events."""
    tree = ast.parse(expression)
    module = index_module("expression", _PATH, tree, False)
    state = State({_PATH: module}, name_modules([_PATH]), EVALUATOR, keras=keras)
    names = {name: one(External(library)) for name, library in LIBRARIES.items()}
    names |= {n: one(v) for n, v in values.items()}
    for name, value in names.items():  # for functions in the expression
        state.bind_global(_PATH, name, value, module.location(tree.body[0]), again=False)
    frame = Frame(module, None, "module:expression", names)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)
    return state, frame, evaluate(state, frame, statement.value)


def disagreement(state: State, predicted: frozenset, actual: object) -> str | None:
    """Why a prediction does not cover a result of the real library; None where it does."""
    reasons = [_atom_disagreement(state, atom, actual) for atom in predicted]
    if not reasons:
        return "nothing is predicted"
    return None if None in reasons else "; ".join(map(str, reasons))


def _atom_disagreement(state: State, atom: object, actual: object) -> str | None:
    if isinstance(atom, Tensor):
        return _tensor(atom, actual)
    if isinstance(atom, Array):
        return _array(atom, actual)
    if isinstance(atom, (Tuple, Ref, Iterator)) and isinstance(actual, (tuple, list)):
        return _sequence(state, atom, actual)
    if isinstance(atom, Const):
        return (
            None
            if type(actual).__name__ == atom.type and actual == atom.value
            else f"{actual!r} is not {atom}"
        )
    if isinstance(atom, Scalar):
        return None if type(actual).__name__ == atom.type else f"{actual!r} is not {atom}"
    return None if type(atom).__name__ in ("Opaque", "External") else f"{type(actual)} is not {atom}"


def _sequence(state: State, atom: object, actual: tuple | list) -> str | None:
    items = items_of(state, frozenset({atom}))
    if items is None:
        element = atom.element if isinstance(atom, Iterator) else state.heap.read(atom.key, "[]")
        return next((r for a in actual if (r := disagreement(state, element, a))), None)
    if len(items) != len(actual):
        return f"{len(actual)} results and not {len(items)}"
    return next((r for p, a in zip(items, actual, strict=True) if (r := disagreement(state, p, a))), None)


def _tensor(atom: Tensor, actual: object) -> str | None:
    dtype, shape = getattr(actual, "dtype", None), getattr(actual, "shape", None)
    if dtype is None:
        return f"{type(actual)} is not a tensor"
    name = getattr(dtype, "name", str(dtype))
    if atom.dtype is not None and atom.dtype != name:
        return f"dtype {name} and not {atom.dtype}"
    return _shape(atom.shape, None if shape is None or shape.rank is None else tuple(shape))


def _array(atom: Array, actual: object) -> str | None:
    dtype, shape = getattr(actual, "dtype", None), getattr(actual, "shape", None)
    if dtype is None:
        return f"{type(actual)} is not an array"
    if atom.dtype is not None and atom.dtype != dtype.name:
        return f"dtype {dtype.name} and not {atom.dtype}"
    return _shape(atom.shape, tuple(shape))


def _shape(predicted: tuple | None, actual: tuple | None) -> str | None:
    if predicted is None or actual is None:
        return None
    same = len(predicted) == len(actual) and all(
        p is None or a is None or p == a for p, a in zip(predicted, actual, strict=True)
    )
    return None if same else f"shape {actual} and not {predicted}"


def known_parts(state: State, predicted: frozenset) -> tuple[int, int]:
    """How many of the facts dtype and shape are known completely, and how many there could be."""
    known = total = 0
    for atom in predicted:
        if isinstance(atom, (Tensor, Array)):
            known += (atom.dtype is not None) + (atom.shape is not None and None not in atom.shape)
            total += 2
        elif isinstance(atom, (Tuple, Ref)):
            items = items_of(state, frozenset({atom}))
            parts = [known_parts(state, i) for i in items] if items is not None else [(0, 2)]
            known, total = known + sum(p[0] for p in parts), total + sum(p[1] for p in parts)
        elif not isinstance(atom, (Const, Scalar)):
            total += 2
    return known, total
