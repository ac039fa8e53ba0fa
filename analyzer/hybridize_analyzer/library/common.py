"""What the models of all libraries share."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import contains_tensor
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Value,
    is_supposed,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_atom
from hybridize_analyzer.interpreter.values import unseen
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.shapes.dtypes import dtype_of, is_dtype
from hybridize_analyzer.shapes.spec import BoundArguments

_CALLABLE = (Function, Bound, Partial, Hybrid)


def check_name(state: State, frame: Frame, node: ast.AST, bound: BoundArguments) -> None:
    """The name of an operation, which only a graph looks at."""
    if bound.name.startswith("tensorflow."):
        short = bound.name.replace("tensorflow.", "tf.", 1)
        check_operation_name(state, frame, node, short, bound.given.get("name", NOTHING))


def check_operation_name(state: State, frame: Frame, node: ast.AST, short: str, name: Value) -> None:
    """A name that a function of TensorFlow gets."""
    if any(not _is_name(atom) for atom in name):
        state.emit(frame, node, Kind.NAME, f"the name that `{short}` gets is not one that a graph accepts")


_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*|")


def _is_name(atom: Atom) -> bool:
    """Whether a graph takes it for the name of an operation."""
    if isinstance(atom, Const):
        text = atom.value
        return text is None or (isinstance(text, str) and _NAME.fullmatch(text) is not None)
    return isinstance(atom, Opaque) or (isinstance(atom, Scalar) and atom.type == "str")


def check_rank(state: State, frame: Frame, node: ast.AST, what: str, values: tuple[Value, ...]) -> None:
    """Keras and `tf.image` read the rank of what they get, which a graph may not know (`tf.py_function`)."""
    unranked = [t for v in values for t in tensors(v) if t.unranked and t.kind == "tensor"]
    if unranked and is_supposed(unranked):
        state.emit(frame, node, Kind.RANK, f"{what} needs the rank of its argument")
    elif unranked:
        state.emit(
            frame, node, Kind.SHAPE, f"{what} needs a rank, and that of its argument depends on values"
        )


def is_pure_type(cls: str) -> bool:
    return cls.startswith(("builtins.", "collections."))


def argument(args: tuple[Value, ...], keywords: Bindings, index: int, name: str) -> Value | None:
    """An argument by position or keyword."""
    return keywords[name] if name in keywords else args[index] if index < len(args) else None


def everything(args: tuple[Value, ...], keywords: Bindings) -> tuple[Value, ...]:
    return (*args, *keywords.values())


def callables(value: Value) -> list[Function | Bound | Partial | Hybrid]:
    return [a for a in value if isinstance(a, _CALLABLE)]


def call_callback(
    call: Call,
    function: Value,
    args: tuple[Value, ...],
    *,
    traced: bool,
    keywords: Bindings | None = None,
    unseen_as: Kind = Kind.UNKNOWN,
) -> Value:
    """The result of the functions of the project that a call of a library was given, and calls in its turn.

    call: the call of the library.
    function: what was given to it.
    args, keywords: what the library passes to the function.
    traced: whether the library runs the function inside a graph.
    unseen_as: what is said of a function that cannot be seen.
    """
    state, frame, node = call.state, call.frame, call.node
    results: list[Value] = []
    frame.library += 1
    for atom in function:
        if isinstance(atom, (*_CALLABLE, External, Class, Ref)):
            results.append(call_atom(state, frame, node, atom, args, keywords or {}, traced=traced))
            if traced:
                mark_traced(state, frame, node, atom)
        elif isinstance(atom, Opaque):
            state.emit(frame, node, unseen_as, "a callback that cannot be seen is called")
            results.append(UNKNOWN)
    frame.library -= 1
    return union(NOTHING, *results)


def mark_traced(state: State, frame: Frame, node: ast.AST, atom: object) -> None:
    """Remembers that a library runs this function inside a graph already."""
    inner = atom.function if isinstance(atom, (Bound, Partial, Hybrid)) else atom
    if isinstance(inner, Function):
        state.note("traced_by", inner.code, frame.module.location(node))


def invoke_callbacks(call: Call, what: str) -> Value:
    """A call of unknown library code."""
    return unseen.unknown_call(call, what)


__all__ = [
    "argument", "call_callback", "callables", "check_name", "check_rank", "contains_tensor",
    "dtype_of", "everything", "invoke_callbacks", "is_dtype", "is_pure_type", "mark_traced",
]  # fmt: skip


@contextmanager
def run_by_library(frame: Frame, functions: Value) -> Iterator[None]:
    """While a library calls functions once for each of some things: what stands beside the call is converted."""
    written = bool(functions) and all(is_written_in(frame.function, a) for a in functions)
    with nullcontext() if written else frame.indirectly():
        yield


def is_written_in(outer: FunctionCode | None, atom: Atom) -> bool:
    """Whether a function stands in another one, or beside it where that is a lambda: then both belong to a third."""
    if not isinstance(atom, Function) or outer is None:
        return isinstance(atom, Function)
    owners = {outer, outer.parent} - {None} if isinstance(outer.node, ast.Lambda) else {outer}
    code = atom.code.parent
    while code is not None and code not in owners:
        code = code.parent
    return code is not None
