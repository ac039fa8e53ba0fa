"""What functions of the project do, alone, as methods, with arguments in front, and wrapped by `tf.function`."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.computed import FROM_COMPUTATION, MADE_OBJECT
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.ownership import kept
from hybridize_analyzer.domain.state import Bindings, CallSite, Frame, State
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    STR,
    UNKNOWN,
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
    Tuple,
    Value,
    interned_opaque,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import Arguments, call_atom
from hybridize_analyzer.interpreter.tracing import aliasing, alike, lengths
from hybridize_analyzer.interpreter.values.allocation import new_dict
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.indexing import change_unseen
from hybridize_analyzer.interpreter.values.instances import super_call
from hybridize_analyzer.interpreter.values.iteration import note_contents
from hybridize_analyzer.interpreter.values.super_attributes import SUPER
from hybridize_analyzer.interpreter.values.unseen import unknown_call
from hybridize_analyzer.interpreter.values.writes import is_first_use
from hybridize_analyzer.program.code import MAKERS, FunctionCode


def _attribute(atom: Function | Bound | Partial, name: str) -> Value:
    if name in ("__name__", "__qualname__", "__doc__", "__module__"):
        return STR
    if name == "__func__":
        return one(atom.function if isinstance(atom, Bound) else atom)
    if name == "__self__" and isinstance(atom, Bound):
        return one(atom.receiver)
    if name == "func" and isinstance(atom, Partial):
        return one(atom.function)
    return UNKNOWN


STAR = "*"
"""Keyword under which the elements of an unpacked argument list of unknown length travel."""


def _call_above(
    state: State, frame: Frame, node: ast.AST, name: str, receiver: Atom, args: Arguments, keywords: Bindings
) -> Value:
    """`super().name(…)` where no class of the project above defines `name`."""
    method = name.removeprefix(SUPER)
    lengths.note_open(state, frame, node, *args, *keywords.values())
    if isinstance(receiver, Ref):
        return state.evaluator.library.super_method(state, frame, node, receiver, method, args, keywords)
    if isinstance(receiver, Class):
        return super_call(state, frame, node, receiver.code, method, args, keywords)
    return unknown_call(state, frame, node, f"`super().{method}`", args, keywords)


def call_function(
    state: State, frame: Frame, node: ast.AST, function: Function, receiver: Atom | None,
    args: Arguments, keywords: Bindings,
    *, temporary: bool, traced: bool,
) -> Value:  # fmt: skip
    if receiver is None and function.code.cls is not None:
        receiver, args = _explicit_receiver(state, function, args)
    given = (one(receiver), *args) if receiver is not None else args
    arguments = bind_arguments(state, frame, node, function.code, given, keywords)
    if arguments is None:
        return UNKNOWN
    if state.noted(RECORDED, function.code) is not None:
        message = f"calls of the cell `{function.code.name}` are batched in eager code only"
        state.emit(frame, node, Kind.RECORDED, message)
    aliasing.note_arguments(state, frame, node, function.code)
    arguments = {name: kept(_anonymous(value), None) for name, value in arguments.items()}
    is_class_method = receiver is not None and function.code.cls is not None
    fresh = function.code.name not in MAKERS and is_first_use(state, frame, node, receiver)
    if function.code.name not in MAKERS:
        frame.uses += 1
        for value in given:
            frame.given |= references(value)
    site = CallSite(
        frame.module.location(node),
        frame.function,
        loop=frame.loop > 0,
        traced=traced or frame.traced,
        guarded=frame.guard > 0,
        caught=frame.caught[-1] if frame.caught else "",
        temporary=temporary,
        mapped=frame.mapped > 0,
        conditional=frame.conditional > 0,
        branch=frame.branches > 0,
        library=frame.library > 0,
        fresh=fresh,
        dropped=node is frame.dropped,
        chosen=alike.is_chosen(state, frame, node, args, keywords),
    )
    return state.evaluator.solver.call(
        state, function, receiver if is_class_method else None, arguments, frame, site
    )


def _explicit_receiver(state: State, function: Function, args: Arguments) -> tuple[Atom | None, Arguments]:
    """`Base.method(self, x)`: the first argument of a plain method is its receiver."""
    (atom,) = args[0] if args and len(args[0]) == 1 else (None,)
    if not isinstance(atom, Ref) or decorator_names(function) & {"staticmethod", "classmethod"}:
        return None, args
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, str) or function.code.cls not in classes.linearise(state, cls):
        return None, args
    return atom, args[1:]


def _anonymous(value: Value) -> Value:
    """Unknown arguments are alike, wherever they come from."""
    for atom in value:
        if type(atom) is Opaque:
            return frozenset(_nameless(a) if isinstance(a, Opaque) else a for a in value)
    return value


def _nameless(atom: Opaque) -> Opaque:
    if atom.origin in FROM_COMPUTATION:
        return atom if atom.origin == MADE_OBJECT else interned_opaque("computed")
    return interned_opaque("param:?" if atom.origin.startswith(FROM_CALLER) else "unknown")


def bind_arguments(
    state: State, frame: Frame, node: ast.AST, code: FunctionCode, args: Arguments, keywords: Bindings
) -> Bindings | None:
    """Arguments by parameter name, or None when the call cannot be matched with the signature."""
    arguments = code.node.args
    positional = code.positional
    bound: Bindings = dict(zip(positional, args, strict=False))
    rest = args[len(positional) :]
    star, double = keywords.get(STAR), keywords.get("**")
    if rest and arguments.vararg is None:
        return None
    extra: Bindings = {}
    for name, value in keywords.items():
        if name in code.named:
            bound[name] = value
        elif name not in (STAR, "**"):
            extra[name] = value
    if extra and arguments.kwarg is None:
        return None
    defaults = state.defaults_of(code)
    for name in code.named:
        if name not in bound:
            parts = [
                v for v in (star if name in positional else None, double, defaults.get(name)) if v is not None
            ]
            bound[name] = union(*parts) if parts else UNKNOWN
    if arguments.vararg is not None:
        bound[arguments.vararg.arg] = (
            one(Tuple(rest)) if star is None else one(Iterator(union(star, *rest), source="tuple"))
        )
    if arguments.kwarg is not None:
        entries = [(one(Const("str", k)), v) for k, v in extra.items()]
        if double is not None:
            entries.append((UNKNOWN, double))
        bound[arguments.kwarg.arg] = new_dict(state, frame, node, entries)
    return bound


RECORDED = "calls are recorded"
"""Notes of cells: the runtime batches their calls, outside of graphs."""


class Functions(KindOfValue[Function]):
    """Functions and lambdas."""

    def call(
        self,
        state: State,
        frame: Frame,
        node: ast.AST,
        atom: Function,
        args: Arguments,
        keywords: Bindings,
        *,
        temporary: bool,
        traced: bool,
    ) -> Value:
        return call_function(
            state, frame, node, atom, None, args, keywords, temporary=temporary, traced=traced
        )

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Function, name: str) -> Value:
        return _attribute(atom, name)


class Methods(KindOfValue[Bound]):
    """Functions with their receiver: of projects, of libraries, and methods of Python's own types."""

    def call(
        self,
        state: State,
        frame: Frame,
        node: ast.AST,
        atom: Bound,
        args: Arguments,
        keywords: Bindings,
        *,
        temporary: bool,
        traced: bool,
    ) -> Value:
        if isinstance(atom.function, Function):
            return call_function(
                state,
                frame,
                node,
                atom.function,
                atom.receiver,
                args,
                keywords,
                temporary=temporary,
                traced=traced,
            )
        if isinstance(atom.function, Hybrid):
            return call_atom(
                state,
                frame,
                node,
                Bound(atom.function.function, atom.receiver),
                args,
                keywords,
                temporary=temporary,
                traced=True,
            )
        if isinstance(atom.function, External) and atom.function.name.startswith(SUPER):
            return _call_above(state, frame, node, atom.function.name, atom.receiver, args, keywords)
        if isinstance(atom.function, External):
            given = (one(atom.receiver), *args, *keywords.values())
            lengths.note_open_given(state, frame, node, atom.function.name, given)
            note_contents(state, frame, node, *given[1:])
            return state.evaluator.library.call_method(
                state, frame, node, atom.function.name, atom.receiver, args, keywords
            )
        return call_atom(state, frame, node, atom.function, (one(atom.receiver), *args), keywords)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Bound, name: str) -> Value:
        return _attribute(atom, name)

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Bound, index: Value, value: Value
    ) -> None:
        change_unseen(state, frame, target, index)


class Partials(KindOfValue[Partial]):
    """What `functools.partial` gives, and some decorators."""

    def call(
        self,
        state: State,
        frame: Frame,
        node: ast.AST,
        atom: Partial,
        args: Arguments,
        keywords: Bindings,
        *,
        temporary: bool,
        traced: bool,
    ) -> Value:
        keywords = {**dict(atom.keywords), **keywords}
        return call_atom(state, frame, node, atom.function, atom.args + args, keywords, traced=traced)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Partial, name: str) -> Value:
        return _attribute(atom, name)


class Hybrids(KindOfValue[Hybrid]):
    """Functions that `tf.function` wraps."""

    def call(
        self,
        state: State,
        frame: Frame,
        node: ast.AST,
        atom: Hybrid,
        args: Arguments,
        keywords: Bindings,
        *,
        temporary: bool,
        traced: bool,
    ) -> Value:
        return call_atom(state, frame, node, atom.function, args, keywords, temporary=temporary, traced=True)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Hybrid, name: str) -> Value:
        return one(atom.function) if name == "python_function" else UNKNOWN
