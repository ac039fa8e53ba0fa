"""What reaches each parameter, and whether `tf.function` can take it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.contents import nested
from hybridize_analyzer.domain.describe import dtype_of, shape_text
from hybridize_analyzer.domain.heap import ELEMENTS, Object
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Array,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Iterator,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    union,
)
from hybridize_analyzer.facts.conversions import given_to_numpy
from hybridize_analyzer.facts.function import ParameterFacts
from hybridize_analyzer.facts.keras_variables import unfit_variable
from hybridize_analyzer.facts.traces.confused import confused_parameter, order_unseen
from hybridize_analyzer.facts.traces.rebuilt import rebuilt_parameter
from hybridize_analyzer.facts.unsuited import unsuited
from hybridize_analyzer.facts.untraceable import converted, untraceable
from hybridize_analyzer.interpreter.tracing.places import Span, contains, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import made_once
from hybridize_analyzer.interpreter.values.unseen import is_unseen_export
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.report import Evidence
from hybridize_analyzer.solver import assumptions

_LIBRARIES = ("keras.", "tensorflow.")
_NUMBERS = ("int", "float", "str", "complex", "bytes")


def parameter_facts(state: State, code: FunctionCode, name: str, contexts: list[Context]) -> ParameterFacts:
    values = [c.arguments.get(name, NOTHING) for c in contexts]
    joined = union(NOTHING, *values)
    assumed = None
    if contexts and all(s.assumed for c in contexts for s in c.sites):
        assumed = assumptions.assumed(state, code, name)
    kind = kind_of(state, joined)
    given = list(_as_given(contexts, name))
    # Texts in the program are as many as somebody has written, and name what there is.
    numbers = {
        a
        for v in given
        for a in v
        if isinstance(a, Const) and a.type in _NUMBERS and a.type not in ("bytes", "str")
    }
    varying = any(isinstance(a, Scalar) and a.varying for v in given for a in v)
    tensor = holds_tensor(state, joined)
    return ParameterFacts(
        name=name,
        kind=kind,
        dtype=dtype_of(joined),
        shape=shape_text(joined),
        tensor=tensor,
        primitive=_primitive(state, joined),
        varying=varying or len(numbers) > 8,
        refilled=_is_made_again(state, joined),
        resized=any(
            isinstance(a, Tensor) and a.kind == "tensor" and a.dynamic and not a.stacked for a in joined
        ),
        constant=any(_is_constant(state, atom) for atom in joined),
        asked=kind == "unknown" and assumptions.asks_for_tensors(code, name),
        untraceable=untraceable(state, joined)
        or converted(state, joined)
        or unfit_variable(state, code, name, contexts)
        or rebuilt_parameter(state, code, name, contexts),
        confused=confused_parameter(state, code, name, contexts),
        given_to_numpy=given_to_numpy(code, name) if kind == "unknown" else None,
        unsuited=unsuited(state, code, name)
        if kind == "unknown"
        else order_unseen(state, code, name, contexts),
        assumed=assumed if tensor or kind == "object" else None,
        arrays_inside=_arrays_inside(state, joined),
        evidence=_evidence(name, kind, contexts),
    )


def _as_given(contexts: Iterable[Context], name: str) -> Iterable[Value]:
    """What visible calls give a parameter, each by itself where that is known of calls that are evaluated together."""
    for context in contexts:
        if context.shared and context.calls and not context.crowded:
            yield from (call.arguments.get(name, NOTHING) for call in context.calls.values())
        else:
            yield context.arguments.get(name, NOTHING)


def _is_made_again(state: State, value: Value) -> bool:
    """Whether a list is made and filled again and again with Python numbers, or to lengths that a loop finds as it goes.

    Each filling is a trace of its own.
    """

    def inside(atom: Atom) -> Iterable[Value]:
        if isinstance(atom, Ref):
            return (state.heap[atom.key].fields.get(ELEMENTS, NOTHING),) if _is_filled(state, atom) else ()
        return atom.elements if isinstance(atom, Tuple) else ()

    containers = {a: None for v in nested(value, inside, 2) for a in v if isinstance(a, Ref)}
    return any(_is_refilled(state, atom) for atom in containers if _is_filled(state, atom))


def _is_filled(state: State, container: Ref) -> bool:
    return state.heap[container.key].cls in ("builtins.list", "builtins.set")


def _is_refilled(state: State, container: Ref) -> bool:
    found = state.heap[container.key]
    elements = found.fields.get(ELEMENTS, NOTHING)
    other = _numbers_differ(elements, changed=bool(found.changed)) or _is_as_long_as_a_loop(state, found)
    return other and not made_once(state, container)


def _is_as_long_as_a_loop(state: State, container: Object) -> bool:
    """Whether a loop that ends when it has found something fills a list that was made before it."""
    changed = container.changed.get(ELEMENTS)
    module = state.modules.get(changed.path) if changed is not None else None
    if changed is None or module is None or changed.path != container.where.path:
        return False
    filled, made = span_of(changed), span_of(container.where)
    loops = found_once(module.tree, _open_loops)
    return any(contains(loop, filled) and not contains(loop, made) for loop in loops)


def _open_loops(tree: ast.AST) -> list[Span]:
    """The `while` loops of a module that do not count: `while not done`, `while True`, and not `while n < 10`."""
    return [span(node) for node in walk(tree) if isinstance(node, ast.While) and not _counts(node.test)]


def _counts(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(
        test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.NotEq)
    )


def _numbers_differ(inside: Value, *, changed: bool) -> bool:
    """Whether the numbers in a list are others from time to time, as far as it shows."""
    return any(
        (isinstance(a, Scalar) and (a.varying or changed))
        or (changed and isinstance(a, Const) and a.type in _NUMBERS)
        for a in inside
    )


def _arrays_inside(state: State, value: Value) -> bool:
    """Whether NumPy arrays stand in lists or dicts among the argument; `tf.function` makes tensors of them."""

    def inside(atom: Atom) -> Iterable[Value]:
        if isinstance(atom, Ref):
            found = state.heap[atom.key]
            return (found.fields.get(ELEMENTS, NOTHING),) if found.cls in _WITH_ARRAYS else ()
        return state.heap.inside(atom)

    containers = {a: None for v in nested(value, inside, 2) for a in v if isinstance(a, Ref)}
    return any(isinstance(a, Array) for container in containers for v in inside(container) for a in v)


_WITH_ARRAYS = ("builtins.list", "builtins.dict", "collections.OrderedDict")


def _evidence(name: str, kind: str, contexts: list[Context]) -> tuple[Evidence, ...]:
    sites = sorted({s.where for c in contexts for s in c.sites if not s.assumed})
    return tuple(
        Evidence(f"`{name}` receives {_ARTICLES.get(kind, kind)} here", where) for where in sites[:3]
    )


_ARTICLES = {
    "tensor": "a tensor",
    "variable": "a variable",
    "array": "a NumPy array",
    "primitive": "a Python value",
    "container": "a container with tensors",
    "object": "an object",
    "callable": "a callable",
    "none": "None",
    "unknown": "something unknown",
}


def kind_of(state: State, value: Value) -> str:
    """The kind that a report names, the most telling one first."""
    kinds = {_kind(state, a) for a in value}
    for kind in (
        "tensor",
        "variable",
        "array",
        "container",
        "unknown",
        "object",
        "callable",
        "primitive",
        "none",
    ):
        if kind in kinds:
            return kind
    return "unknown"


def _kind(state: State, atom: Atom) -> str:
    if isinstance(atom, Tensor):
        return "variable" if atom.kind == "variable" else "tensor"
    if isinstance(atom, Array):
        return "array"
    if isinstance(atom, Const) and atom.value is None:
        return "none"
    if isinstance(atom, (Const, Scalar)):
        return "primitive"
    if _is_unseen(atom):
        return "unknown"
    if isinstance(atom, (Function, Bound, Partial, Hybrid, Class)):
        return "callable"
    if isinstance(atom, (Tuple, Iterator, Ref)) and holds_tensor(state, frozenset({atom})):
        return "container"
    return "object"


def holds_tensor(state: State, value: Value) -> bool | None:
    """Three-valued: a tensor in the value or in the containers of it (not in fields of objects)."""

    def inside(atom: Atom) -> Iterable[Value]:
        return _contents(state, atom)

    unseen = False
    for part in nested(value, inside, _DEPTH):
        if any(isinstance(atom, Tensor) for atom in part):
            return True
        unseen = unseen or not part or any(map(_is_unseen, part))
    return None if unseen else False


def holds_variable(state: State, value: Value) -> bool:
    """Whether a variable is seen in the value or in the containers of it."""

    def inside(atom: Atom) -> Iterable[Value]:
        return _contents(state, atom)

    parts = nested(value, inside, _DEPTH)
    return any(isinstance(atom, Tensor) and atom.kind == "variable" for part in parts for atom in part)


_DEPTH = 4


def _contents(state: State, atom: Atom) -> Iterable[Value]:
    if not isinstance(atom, Ref):
        return state.heap.inside(atom)
    if atom.key not in state.heap.objects:  # made by an observation that is over
        return (NOTHING,)
    found = state.heap[atom.key]
    if not isinstance(found.cls, str):
        named = classes.descends(state, found.cls, "typing.NamedTuple")
        return (union(NOTHING, *found.fields.values()),) if named else ()
    elements = found.fields.get(ELEMENTS)
    return (elements,) if elements else ()


def _is_constant(state: State, atom: Atom) -> bool:
    """Whether it is data of Python: a number, a text, a structure, an object; not what holds variables, as a model."""
    if isinstance(atom, Const):
        return atom.value is not None
    if isinstance(atom, Ref):
        cls = state.heap.type_of(atom.key)
        if isinstance(cls, str):
            return not cls.startswith(_LIBRARIES)
        return not any(base.startswith(_LIBRARIES) for base in classes.library_bases(state, cls))
    return isinstance(atom, (Scalar, Tuple)) or (
        isinstance(atom, Iterator) and atom.source not in ("dataset iterator", "unseen iterator")
    )


def _primitive(state: State, value: Value) -> bool | None:
    if any(isinstance(a, (Const, Scalar)) and a.type in _NUMBERS for a in value):
        return True
    return None if any(_is_unseen(a) for a in value) else False


def _is_unseen(atom: Atom) -> bool:
    """Whether it may be anything: also what a library exports of which nothing but the name is known."""
    return isinstance(atom, Opaque) or (isinstance(atom, External) and is_unseen_export(atom.name))
