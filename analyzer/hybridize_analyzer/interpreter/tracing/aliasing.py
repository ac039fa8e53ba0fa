"""One tensor in two places: a graph has a placeholder for each argument, and gives new tensors for those it returns."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.contents import is_dataset
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Value, one
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.program.code import FunctionCode, found_once, walk
from hybridize_analyzer.program.full_names import dotted_name
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_TWICE = "given twice"
_COMPARED = "compared by identity"
_COUNTED = "asked for its id"
_APART = "gives tensors of their own"
_PERHAPS = "given twice by a loop"


def note_arguments(state: State, frame: Frame, node: ast.AST, code: FunctionCode) -> None:
    """Remembers that a call gives a function the same variable or attribute twice: by itself, or in a container.

    Two names may be one tensor where the caller assigns what is in the one to the other.
    """
    if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < 2:
        return
    around = frame.module.tree if frame.function is None else frame.function.node
    known = found_once(around, _known_calls)
    if node not in known:
        known[node] = (
            _gives_twice(node, found_once(around, _names_in_common)),
            _gives_twice(node, found_once(around, _names_in_common_but_elements)),
        )
    twice, otherwise = known[node]
    if otherwise:
        state.note(_TWICE, code, frame.module.location(node))
    elif twice:
        loops = found_once(around, _loops_over_structures)
        state.note(_PERHAPS, (code, tuple(map(frame.module.location, loops))), frame.module.location(node))


def _known_calls(_: ast.AST) -> dict[ast.Call, tuple[bool, bool]]:
    """The calls of a body of which it has been asked whether they give something twice.

    Each also without what the names that one loop sets have in common.
    """
    return {}


def note_elements(state: State, frame: Frame, node: ast.For | ast.AsyncFor, iterable: Value) -> None:
    """Remembers a loop over datasets, which give every component as a tensor of its own."""
    if isinstance(node.target, (ast.Tuple, ast.List)) and all(is_dataset(state, one(a)) for a in iterable):
        where = frame.module.location(node)
        state.note(_APART, where, where)


def _is_given_twice(state: State, code: FunctionCode) -> bool:
    """Whether a call gives one tensor twice, or what a loop sets at once that runs over other things than datasets."""
    if state.noted(_TWICE, code) is not None:
        return True
    perhaps = [key for key in state.all_noted(_PERHAPS) if isinstance(key, tuple) and key[0] is code]
    return any(state.noted(_APART, loop) is None for _, loops in perhaps for loop in loops)


def _loops_over_structures(root: ast.AST) -> list[ast.AST]:
    """The loops and comprehensions of a body whose target takes apart what a name holds."""
    inner = {n for d in walk(root) if d is not root and isinstance(d, _FUNCTIONS) for n in walk(d)}
    shared = any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in walk(root))
    return [
        node
        for node in walk(root)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension))
        and (shared or node not in inner)
        and isinstance(node.target, (ast.Tuple, ast.List))
        and any(_names_in(node.iter))
    ]


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _gives_twice(node: ast.Call, joined: dict[_Dotted, _Dotted]) -> bool:
    given: list[ast.expr] = [*node.args, *(k.value for k in node.keywords)]
    named = [{joined.get(name, name) for name in _names_in(a)} for a in given]
    return sum(map(len, named)) > len({name for names in named for name in names})


def note_identity(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers that the program asks whether two tensors are the same object."""
    where = frame.module.location(node)
    state.note(_COMPARED, where, where)


def note_counted(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers that the program asks for the `id` of a tensor."""
    state.note(_COUNTED, "tensors", frame.module.location(node))


def _returns_as_it_is(code: FunctionCode) -> bool:
    """Whether a result may be an argument, or an attribute of one, itself."""
    if isinstance(code.node, ast.Lambda):
        returned = [code.node.body]
    else:
        nodes = (n for s in code.node.body for n in walk(s))
        returned = [n.value for n in nodes if isinstance(n, ast.Return) and n.value is not None]
    given = _names_of_arguments(code)
    return any(name[0] in given for value in returned for name in _names_in(value))


def _names_of_arguments(code: FunctionCode) -> set[str]:
    """The parameters, and the names that get one of them, or a container with one, in the body."""
    found = {a.arg for a in walk(code.node.args) if isinstance(a, ast.arg)}
    bound = list(_bound(code.node))
    while (
        more := {
            name
            for target, value in bound
            if any(got[0] in found for got in _names_in(value))
            for name in _stored(target)
        }
        - found
    ):
        found |= more
    return found


def _bound(root: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets in a body that get a value, or something added to what they hold, each with the value."""
    for node in walk(root):
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value
            case ast.Call(func=ast.Attribute(value=receiver, attr="append" | "extend" | "insert" | "update")):
                yield from ((receiver, argument) for argument in node.args)


_Dotted = tuple[str, ...]


def _names_in_common(root: ast.AST) -> dict[_Dotted, _Dotted]:
    """For names of a body that may hold the same tensor, directly or in a container, the one that stands for all of them."""
    return _joined(_bound(root))


def _names_in_common_but_elements(root: ast.AST) -> dict[_Dotted, _Dotted]:
    """The same, where the names that one loop sets at once hold tensors of their own."""
    loops = {id(loop.target) for loop in _loops_over_structures(root) if hasattr(loop, "target")}
    return _joined((target, value) for target, value in _bound(root) if id(target) not in loops)


def _joined(bound: Iterable[tuple[ast.expr, ast.expr]]) -> dict[_Dotted, _Dotted]:
    standing: dict[_Dotted, _Dotted] = {}

    def first(name: _Dotted) -> _Dotted:
        while name in standing:
            name = standing[name]
        return name

    for target, value in bound:
        for held in _names_in(value):
            for holder in _names_in(target):
                if first(holder) != first(held):
                    standing[first(holder)] = first(held)
    return {name: first(name) for name in standing}


def _stored(target: ast.expr) -> Iterator[str]:
    """The names that a target binds, or whose attributes and elements it sets."""
    match target:
        case ast.Tuple(elts=inner) | ast.List(elts=inner):
            for each in inner:
                yield from _stored(each)
        case ast.Starred(value=inside) | ast.Subscript(value=inside) | ast.Attribute(value=inside):
            yield from _stored(inside)
        case ast.Name():
            yield target.id


def _returns_twice(code: FunctionCode) -> bool:
    """Whether one tensor may stand in two places of a result."""
    if isinstance(code.node, ast.Lambda):
        return False
    for node in (n for s in code.node.body for n in walk(s) if isinstance(n, ast.Return)):
        names = list(_names_in(node.value)) if isinstance(node.value, (ast.Tuple, ast.List)) else []
        if len(set(names)) < len(names):
            return True
    return False


def _names_in(node: ast.expr) -> Iterator[_Dotted]:
    """The names, and attributes of names, among what an expression may give, or put together, as it is."""
    return (name for part in _parts(node) if (name := dotted_name(part)))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression may give, or put together, as it is."""
    match node:
        case ast.Tuple(elts=inner) | ast.List(elts=inner) | ast.BoolOp(values=inner):
            for each in inner:
                yield from _parts(each)
        case ast.Dict(values=inner):
            for each in inner:
                yield from _parts(each)
        case ast.Subscript(slice=ast.Tuple(elts=axes)) if any(map(_is_range, axes)):
            yield node  # of a tensor, which gives another one
        case ast.Starred(value=inside) | ast.Subscript(value=inside) | ast.NamedExpr(value=inside):
            yield from _parts(inside)
        case ast.IfExp():
            yield from _parts(node.body)
            yield from _parts(node.orelse)
        case _:
            yield node


def _is_range(axis: ast.expr) -> bool:
    """Whether it is `:`, `1:` or `...`, which no key of a dict has."""
    return isinstance(axis, ast.Slice) or (isinstance(axis, ast.Constant) and axis.value is ...)


def _compared(state: State, code: FunctionCode) -> Location | None:
    """Where the program compares tensors by identity; what a test compares concerns what that test runs."""
    for where in state.all_noted(_COMPARED):
        assert isinstance(where, Location)
        if not is_test(where.path):
            return where
        comparing = enclosing(state, where)
        if (
            comparing in state.run_with(code)
            if comparing is not None
            else where.path in state.above(code).starts
        ):
            return where
    return None


def as_shared(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """The events of a function; gradients with respect to tensors only where some call gives it a tensor twice.

    Where the program compares tensors by identity, a function that returns an argument as it is, or one tensor twice, has
    one event more.
    """
    compared = _compared(state, code) if _returns_as_it_is(code) or _returns_twice(code) else None
    if compared is not None:
        returned = "an argument as it is" if _returns_as_it_is(code) else "one tensor twice"
        said = f"it returns {returned}, and the program compares tensors by identity"
        yield Event(Kind.PYTHON_VALUE, said, compared)
    counted = state.noted(_COUNTED, "tensors") if compared is None and _returns_twice(code) else None
    if counted is not None:
        said = "it returns one tensor twice, and the program asks for the `id` of tensors"
        yield Event(Kind.PYTHON_VALUE, said, counted)
    twice: bool | None = None
    message = "the gradient depends on whether two arguments are the same tensor"
    for event in events:
        if event.kind is not Kind.DIFFERENTIATED:
            yield event
            continue
        twice = _is_given_twice(state, code) if twice is None else twice
        if twice:
            yield event._replace(kind=Kind.PYTHON_VALUE, message=message)
