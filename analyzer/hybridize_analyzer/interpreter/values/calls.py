"""Calls: evaluating arguments, binding them to parameters, and dispatching on what is called."""

from __future__ import annotations

import ast

from hybridize_analyzer import library
from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.computed import FROM_COMPUTATION, MADE_OBJECT, is_computed
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.ownership import kept
from hybridize_analyzer.domain.state import Bindings, CallSite, Frame, State
from hybridize_analyzer.domain.values import (
    EXECUTED,
    FROM_CALLER,
    NOTHING,
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
    Tensor,
    Tuple,
    Value,
    has_tensor,
    interned_opaque,
    one,
    union,
)
from hybridize_analyzer.interpreter.syntax.decorators import RECORDED
from hybridize_analyzer.interpreter.syntax.definitions import new_dict, new_list
from hybridize_analyzer.interpreter.syntax.expressions import evaluate
from hybridize_analyzer.interpreter.tracing import aliasing, alike, lengths
from hybridize_analyzer.interpreter.values.attributes import read_object
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.iteration import elements_of, items_of, note_contents
from hybridize_analyzer.interpreter.values.super_attributes import SUPER
from hybridize_analyzer.interpreter.values.unseen import unknown_call, unseen_call
from hybridize_analyzer.interpreter.values.writes import MAKERS, is_first_use
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.solver import evaluation

Arguments = tuple[Value, ...]
STAR = "*"
"""Keyword under which the elements of an unpacked argument list of unknown length travel."""


def evaluate_call(state: State, frame: Frame, node: ast.Call) -> Value:
    frame.prefix = node.func
    function = evaluate(state, frame, node.func)
    args, keywords = _arguments(state, frame, node)
    _note_given(frame, function, args, keywords)
    temporary = (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Call)
        and not (isinstance(node.func.value.func, ast.Name) and node.func.value.func.id == "super")
    )
    return call_value(state, frame, node, function, args, keywords, temporary=temporary)


def _note_given(frame: Frame, function: Value, args: Arguments, keywords: Bindings) -> None:
    """Whatever is called may use the objects that it is given."""
    for value in (*args, *keywords.values()):
        frame.given |= references(value)
    for atom in function:
        if isinstance(atom, Bound) and isinstance(atom.receiver, Ref):
            frame.given.add(atom.receiver.key)


def _arguments(state: State, frame: Frame, node: ast.Call) -> tuple[Arguments, Bindings]:
    args: list[Value] = []
    keywords: Bindings = {}
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            value = evaluate(state, frame, argument.value)
            if any(isinstance(a, Tensor) for a in value):
                state.emit(frame, argument, Kind.PYTHON_VALUE, "a tensor is unpacked into arguments")
            items = items_of(state, value)
            if items is None:
                keywords[STAR] = union(
                    keywords.get(STAR, NOTHING), elements_of(state, frame, value, argument)
                )
            else:
                args += items
        else:
            args.append(evaluate(state, frame, argument))
    for keyword in node.keywords:
        value = evaluate(state, frame, keyword.value)
        if keyword.arg is None:
            unpack_keywords(state, frame, value, keyword, keywords)
        else:
            keywords[keyword.arg] = value
    return tuple(args), keywords


def unpack_keywords(state: State, frame: Frame, value: Value, node: ast.AST, keywords: Bindings) -> None:
    for atom in value:
        if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
            note_contents(state, frame, node, one(atom))
            fields = state.heap[atom.key].fields
            for name, entry in fields.items():
                if name.startswith("['"):
                    key = name[2:-2]
                    keywords[key] = union(keywords.get(key, NOTHING), entry)
            if "[?]" in fields:
                keywords["**"] = fields["[?]"]
        else:
            keywords["**"] = UNKNOWN


def call_value(
    state: State,
    frame: Frame,
    node: ast.AST,
    function: Value,
    args: Arguments,
    keywords: Bindings,
    *,
    temporary: bool = False,
) -> Value:
    if not function:
        return NOTHING
    return union(*[call_atom(state, frame, node, a, args, keywords, temporary=temporary) for a in function])


def call_atom(
    state: State, frame: Frame, node: ast.AST, atom: Atom, args: Arguments, keywords: Bindings, *, temporary: bool = False,
    traced: bool = False,
) -> Value:  # fmt: skip
    if isinstance(atom, Function):
        return _call_function(
            state, frame, node, atom, None, args, keywords, temporary=temporary, traced=traced
        )
    if isinstance(atom, Bound):
        return _call_bound(state, frame, node, atom, args, keywords, temporary=temporary, traced=traced)
    if isinstance(atom, Hybrid):
        return call_atom(state, frame, node, atom.function, args, keywords, temporary=temporary, traced=True)
    if isinstance(atom, Partial):
        return call_atom(
            state,
            frame,
            node,
            atom.function,
            atom.args + args,
            {**dict(atom.keywords), **keywords},
            traced=traced,
        )
    if isinstance(atom, Class):
        from hybridize_analyzer.interpreter.values.instances import instantiate

        return instantiate(state, frame, node, atom.code, args, keywords)
    if isinstance(atom, External):
        lengths.note_open_given(state, frame, node, atom.name, (*args, *keywords.values()))
        note_contents(state, frame, node, *args, *keywords.values())
        return library.call(state, frame, node, atom.name, args, keywords)
    if isinstance(atom, Ref):
        return _call_object(state, frame, node, atom, args, keywords, traced=traced)
    if isinstance(atom, Opaque):
        method = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        what = f"the method `{method}` of an unknown object" if method else "a callable that cannot be seen"
        lengths.note_open(state, frame, node, *args, *keywords.values())
        if atom == EXECUTED:
            return unknown_call(state, frame, node, what, args, keywords)
        distributed = library.run_by_unseen(state, frame, node, method, args, keywords)
        if distributed is not None:
            return distributed
        computes = is_computed(one(atom))
        return unseen_call(state, frame, node, what, args, keywords, computes=computes)
    return NOTHING


def _call_bound(
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
        return _call_function(
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
        return library.call_method(state, frame, node, atom.function.name, atom.receiver, args, keywords)
    return call_atom(state, frame, node, atom.function, (one(atom.receiver), *args), keywords)


def _call_above(
    state: State, frame: Frame, node: ast.AST, name: str, receiver: Atom, args: Arguments, keywords: Bindings
) -> Value:
    """`super().name(…)` where no class of the project above defines `name`."""
    from hybridize_analyzer.interpreter.values.instances import super_call

    method = name.removeprefix(SUPER)
    lengths.note_open(state, frame, node, *args, *keywords.values())
    if isinstance(receiver, Ref):
        return library.super_method(state, frame, node, receiver, method, args, keywords)
    if isinstance(receiver, Class):
        return super_call(state, frame, node, receiver.code, method, args, keywords)
    return unknown_call(state, frame, node, f"`super().{method}`", args, keywords)


def _call_function(
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
    return evaluation.call(state, function, receiver if is_class_method else None, arguments, frame, site)


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


def _call_object(
    state: State, frame: Frame, node: ast.AST, ref: Ref, args: Arguments, keywords: Bindings, *, traced: bool
) -> Value:
    cls = state.heap.type_of(ref.key)
    if isinstance(cls, str):
        lengths.note_open(state, frame, node, *args, *keywords.values())
        return library.call_object(state, frame, node, ref, args, keywords)
    if has_method(state, ref, "__call__"):
        return call_method(state, frame, node, ref, "__call__", args, keywords, traced=traced)
    if classes.library_bases(state, cls):
        return library.call_object(state, frame, node, ref, args, keywords)
    return unseen_call(
        state, frame, node, f"an instance of `{state.heap.type_name(ref.key)}`", args, keywords
    )


def has_method(state: State, ref: Ref, name: str) -> bool:
    cls = state.heap.type_of(ref.key)
    return not isinstance(cls, str) and classes.find_attribute(state, cls, name) is not None


def call_method(
    state: State,
    frame: Frame,
    node: ast.AST,
    ref: Ref,
    name: str,
    args: Arguments,
    keywords: Bindings | None = None,
    *,
    traced: bool = False,
) -> Value:
    """Calls a method that a project class defines."""
    method = read_object(state, frame, node, ref, name)  # type: ignore[arg-type]  # only the location is used
    return union(
        NOTHING, *(call_atom(state, frame, node, a, args, keywords or {}, traced=traced) for a in method)
    )


def new_sequence(state: State, frame: Frame, node: ast.AST, value: Value) -> Value:
    """`list(value)`."""
    items = items_of(state, value)
    if has_tensor(value):
        state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is turned into a Python list")
    return new_list(state, frame, node, elements_of(state, frame, value, node), exact=items)
