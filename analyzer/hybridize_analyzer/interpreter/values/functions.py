"""What functions of the project do, alone, as methods, with arguments in front, and wrapped by `tf.function`."""

from __future__ import annotations

import ast
from itertools import pairwise

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import FROM_COMPUTATION, MADE_OBJECT
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.making import PLAIN, Making
from hybridize_analyzer.domain.ownership import kept
from hybridize_analyzer.domain.state import Bindings, CallSite, Frame, State
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    NAMESPACE,
    STR,
    UNKNOWN,
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
    Tensor,
    Tuple,
    Value,
    interned_opaque,
    made_by,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import Arguments, call_atom
from hybridize_analyzer.interpreter.tracing import (
    aliasing,
    alike,
    costs,
    first_calls,
    function_objects,
    lengths,
    logits,
    placeholders,
    untaken,
)
from hybridize_analyzer.interpreter.tracing.order import blocks
from hybridize_analyzer.interpreter.values import inside, rounding
from hybridize_analyzer.interpreter.values.allocation import new_dict
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.indexing import SLICE, SLICE_BY_TENSORS, change_unseen
from hybridize_analyzer.interpreter.values.instances import super_call
from hybridize_analyzer.interpreter.values.iteration import note_contents
from hybridize_analyzer.interpreter.values.namespaces import ANY
from hybridize_analyzer.interpreter.values.objects import COLLECTED
from hybridize_analyzer.interpreter.values.super_attributes import SUPER
from hybridize_analyzer.interpreter.values.unseen import unknown_call, unseen_call
from hybridize_analyzer.interpreter.values.writes import (
    CONTAINER_CHANGING,
    change_inside,
    is_constructing,
    is_first_use,
)
from hybridize_analyzer.program.code import MAKERS, FunctionCode, found_once, is_left_to_subclasses, walk

_KEYWORDS = "partial functions", "keywords"
"""The cell with the partial functions whose `keywords` are read."""


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


def _note_attribute(state: State, frame: Frame, node: ast.AST, atom: Function | Bound, name: str) -> None:
    if name in function_objects.MISSING:
        function_objects.note_looked_at(state, one(atom), frame.module.location(node))
    elif name not in _KNOWN and frame.function is not None and isinstance(atom, Function):
        message = f"attribute `{name}` of a function is read, which may change"
        state.emit(frame, node, Kind.VALUE, message)


def _owner(function: Function) -> str:
    return inside.owner(function.code)


_KNOWN = frozenset("__name__ __qualname__ __doc__ __module__ __wrapped__ __call__ __class__ __get__".split())


STAR = "*"
"""Keyword under which the elements of an unpacked argument list of unknown length travel."""


def _call_above(call: Call, name: str, receiver: Atom) -> Value:
    """`super().name(…)` where no class of the project above defines `name`."""
    method = name.removeprefix(SUPER)
    lengths.note_open(call.state, call.frame, call.node, *call.values)
    if isinstance(receiver, Ref):
        return call.state.evaluator.library.super_method(call, receiver, method)
    if isinstance(receiver, Class):
        return super_call(call, receiver.code, method)
    return unknown_call(call, f"`super().{method}`")


def call_function(call: Call, function: Function, receiver: Atom | None) -> Value:
    """A call of a function of the project, on `receiver` where it is a method."""
    state, frame, node, args = call.state, call.frame, call.node, call.args
    inside.note_read(call, function.code)
    if isinstance(receiver, Ref) and _is_left_open(call, function.code):
        what = f"`{function.code.name}`, which is left to classes that cannot be seen,"
        return unseen_call(call, what, method=function.code.name)
    if receiver is None and function.code.cls is not None:
        receiver, args = _explicit_receiver(state, function, args)
    given = (one(receiver), *args) if receiver is not None else args
    arguments = bind_arguments(call.given(given, call.keywords), function.code)
    if arguments is None:
        return UNKNOWN
    if state.noted(RECORDED, function.code) is not None:
        message = f"calls of the cell `{function.code.name}` are batched in eager code only"
        call.emit(Kind.RECORDED, message)
    aliasing.note_arguments(state, frame, node, function.code)
    at_top = frame.function is None
    arguments = {name: _passed(value, at_top=at_top) for name, value in arguments.items()}
    is_class_method = receiver is not None and function.code.cls is not None
    again = isinstance(receiver, Ref) and _is_again(call, function.code.name, receiver)
    at_once = function.code.name not in MAKERS and not function.code.is_generator
    fresh = at_once and is_first_use(state, frame, node, receiver)
    handed = frozenset().union(*map(references, given))
    frame.shared |= handed
    for value in call.keywords.values():
        frame.shared |= references(value)
    if function.code.name not in MAKERS:
        frame.uses += 1
        frame.given |= handed
    site = CallSite(
        call.where,
        frame.function,
        loop=frame.loop > 0,
        parts=frame.loop == frame.parts,
        traced=call.traced or frame.traced,
        guarded=frame.guard > 0,
        survived=frame.is_survived,
        caught=frame.caught[-1] if frame.caught else "",
        mapped=frame.mapped > 0,
        conditional=frame.conditional > 0,
        branch=frame.branches > 0,
        library=frame.library > 0,
        fresh=fresh,
        dropped=node is frame.dropped,
        chosen=alike.is_chosen(call if args is call.args else call.given(args, call.keywords)),
        first=first_calls.first_call_of(frame, receiver),
    )
    result = state.evaluator.solver.call(
        state, function, receiver if is_class_method else None, arguments, frame, site
    )
    if not result and state.is_settled() and untaken.never_returns(function):
        untaken.note_end(state, frame, node)
    rounding.note_arguments(state, frame, node, function.code, arguments)
    if isinstance(receiver, Ref) and (
        again or first_calls.is_of_several(state, site, function.code, receiver)
    ):
        state.change(receiver.key, ANY, call.where)
    return logits.returned(call, made_by(result, _forgotten) if at_top else result)


def _call_graph(call: Call, function: Atom) -> Value:
    """A call of what `tf.function` wraps: its operations do not wait for Python, and are counted as the call of a graph."""
    before = call.frame.ops
    placeholders.note_nested_graph(call)
    result = call_atom(call.state, call.frame, call.node, function, call.args, call.keywords, traced=True)
    costs.count_graph(call.frame, before)
    return logits.without(result)


def _is_again(call: Call, name: str, receiver: Ref) -> bool:
    """Whether `__init__` or `build` is called by its name, on an object that is there already, and not by its first call."""
    if name not in ("__init__", "__post_init__", "build") or first_calls.first_call_of(call.frame, receiver):
        return False
    callee = call.node.func if isinstance(call.node, ast.Call) else None
    if not isinstance(callee, ast.Attribute) or callee.attr != name:
        return False
    made = found_once(call.frame.body, _after_making).get(call.node)
    if made is not None and call.state.heap[receiver.key].where == call.frame.module.location(made):
        return False
    return not is_constructing(call.state, call.frame, receiver.key)


def _after_making(body: ast.AST) -> dict[ast.AST, ast.expr]:
    """Calls of a method that follow upon the statement that makes the object, as `m = Model()`, then `m.build(shape)`.

    Each with what the statement gives to the name.
    """
    pairs = (pair for block in blocks(body) for pair in pairwise(block))
    return {
        then.value: made.value
        for made, then in pairs
        if isinstance(made, ast.Assign)
        and isinstance(made.value, ast.Call)
        and isinstance(then, ast.Expr)
        and isinstance(then.value, ast.Call)
        and isinstance(then.value.func, ast.Attribute)
        and [ast.unparse(then.value.func.value)] == [*map(ast.unparse, made.targets)]
        and not any(isinstance(node, ast.Call) for node in walk(then.value.func))
    }


def _is_left_open(call: Call, code: FunctionCode) -> bool:
    """Whether a call of a method is one of what a subclass that cannot be seen makes of it, and no error that is awaited."""
    return isinstance(call.node, ast.Call) and is_left_to_subclasses(code) and not call.frame.caught


def _explicit_receiver(state: State, function: Function, args: Arguments) -> tuple[Atom | None, Arguments]:
    """`Base.method(self, x)`: the first argument of a plain method is its receiver."""
    (atom,) = args[0] if args and len(args[0]) == 1 else (None,)
    if not isinstance(atom, Ref) or decorator_names(function) & {"staticmethod", "classmethod"}:
        return None, args
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, str) or function.code.cls not in classes.linearise(state, cls):
        return None, args
    return atom, args[1:]


def _passed(value: Value, *, at_top: bool) -> Value:
    """An argument as the function sees it.  at_top: the call stands at the top level of a module, which is no graph."""
    for atom in value:
        kind = type(atom)
        if kind in _PASSED_OTHERWISE or (kind is Tensor and atom.made is not PLAIN):  # type: ignore[union-attr]
            value = made_by(kept(value, None), _forgotten if at_top else Making.as_seen_outside)
            return _anonymous(value)
    return value


_PASSED_OTHERWISE = frozenset({Array, Bound, Iterator, Tuple, Partial, Opaque})
"""Kinds of values that a function may see otherwise than its caller, beside tensors."""


def _forgotten(_: Making) -> Making:
    return PLAIN


def _anonymous(value: Value) -> Value:
    """Unknown arguments are alike, wherever they come from."""
    for atom in value:
        if type(atom) is Opaque:
            return frozenset(_nameless(a) if isinstance(a, Opaque) else a for a in value)
    return value


def _nameless(atom: Opaque) -> Opaque:
    if atom.origin in (SLICE, SLICE_BY_TENSORS) or atom == NAMESPACE:
        return atom
    if atom.origin in FROM_COMPUTATION:
        return atom if atom.origin == MADE_OBJECT else interned_opaque("computed")
    return interned_opaque("param:?" if atom.origin.startswith(FROM_CALLER) else "unknown")


def bind_arguments(call: Call, code: FunctionCode) -> Bindings | None:
    """Arguments by parameter name, or None when the call cannot be matched with the signature."""
    arguments = code.node.args
    positional = code.positional
    bound: Bindings = dict(zip(positional, call.args, strict=False))
    rest = call.args[len(positional) :]
    star, double = call.keywords.get(STAR), call.keywords.get("**")
    if rest and arguments.vararg is None:
        return None
    extra: Bindings = {}
    for name, value in call.keywords.items():
        if name in code.named:
            bound[name] = value
        elif name not in (STAR, "**"):
            extra[name] = value
    if extra and arguments.kwarg is None:
        return None
    defaults = call.state.defaults_of(code)
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
        options = new_dict(call.state, call.frame, call.node, entries)
        bound[arguments.kwarg.arg] = options
        for key in references(options):
            call.state.note(COLLECTED, (call.where, key), call.where)
    return bound


RECORDED = "calls are recorded"
"""Notes of cells: the runtime batches their calls, outside of graphs."""


class Functions(KindOfValue[Function]):
    """Functions and lambdas."""

    def call(self, call: Call, atom: Function) -> Value:
        return call_function(call, atom, None)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Function, name: str) -> Value:
        _note_attribute(state, frame, node, atom, name)
        if state.changed_at(_owner(atom), name) is not None:
            message = f"attribute `{name}` of `{atom.code.name}` is read"
            state.emit(frame, node, Kind.READ, message, target=_owner(atom), field=name)
        return inside.parts(atom.code) if name in inside.PARTS else _attribute(atom, name)

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Function, value: Value
    ) -> None:
        _note_attribute(state, frame, target, atom, target.attr)
        if not (frame.function is None and frame.loop == 0 and frame.calls == 0):
            where = frame.module.location(target)
            state.bind_cell(_owner(atom), target.attr, value, where, again=True)
            if target.attr in inside.PARTS:
                inside.note_changed(state, atom.code, where)
        super().set_attribute(state, frame, target, atom, value)


class Methods(KindOfValue[Bound]):
    """Functions with their receiver: of projects, of libraries, and methods of Python's own types."""

    def call(self, call: Call, atom: Bound) -> Value:
        if isinstance(atom.function, Function):
            return call_function(call, atom.function, atom.receiver)
        if isinstance(atom.function, Hybrid):
            return _call_graph(call, Bound(atom.function.function, atom.receiver))
        if isinstance(atom.function, External) and atom.function.name.startswith(SUPER):
            return _call_above(call, atom.function.name, atom.receiver)
        if isinstance(atom.function, External):
            given = (one(atom.receiver), *call.values)
            lengths.note_open_given(call.state, call.frame, call.node, atom.function.name, given)
            note_contents(call.state, call.frame, call.node, *given[1:])
            return call.state.evaluator.library.call_method(call, atom.function.name, atom.receiver)
        return call_atom(
            call.state, call.frame, call.node, atom.function, (one(atom.receiver), *call.args), call.keywords
        )

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Bound, name: str) -> Value:
        _note_attribute(state, frame, node, atom, name)
        if name in CONTAINER_CHANGING:
            _change_inside(state, frame, node, atom)
        _note_counts(state, frame, node, atom.function, name)
        return _attribute(atom, name)

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Bound, value: Value
    ) -> None:
        _change_inside(state, frame, target, atom)
        super().set_attribute(state, frame, target, atom, value)

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Bound, index: Value, value: Value
    ) -> None:
        _change_inside(state, frame, target, atom)
        change_unseen(state, frame, target, index)


def _change_inside(state: State, frame: Frame, node: ast.AST, atom: Bound) -> None:
    """An attribute that a library object keeps to itself stands as a method of it: what it holds is changed."""
    if isinstance(atom.function, External) and isinstance(atom.receiver, Ref):
        change_inside(state, frame, node, atom.receiver.key, atom.function.name.rpartition(".")[2])


class Partials(KindOfValue[Partial]):
    """What `functools.partial` gives, and some decorators."""

    def call(self, call: Call, atom: Partial) -> Value:
        keywords = {**dict(atom.keywords), **call.keywords}
        if atom.keywords and call.state.cell(*_KEYWORDS) is not None:
            call.emit(Kind.UNKNOWN, "the keywords of a partial function may change: something has its dict")
        return call_atom(
            call.state,
            call.frame,
            call.node,
            atom.function,
            atom.args + call.args,
            keywords,
            traced=call.traced,
        )

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Partial, name: str) -> Value:
        if name == "keywords":
            state.bind_cell(*_KEYWORDS, one(atom), frame.module.location(node), again=False)
        _note_counts(state, frame, node, atom, name)
        return _attribute(atom, name)


def _note_counts(state: State, frame: Frame, node: ast.AST, function: Atom, name: str) -> None:
    """`functools.lru_cache` counts calls, and `cache_info` tells how many there were."""
    if name == "cache_info" and isinstance(function, Partial) and function.args:
        inside.note_counts_read(state, function.args[0], frame.module.location(node))


class Hybrids(KindOfValue[Hybrid]):
    """Functions that `tf.function` wraps."""

    def call(self, call: Call, atom: Hybrid) -> Value:
        return _call_graph(call, atom.function)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Hybrid, name: str) -> Value:
        if name == "get_concrete_function":
            inner = atom.function.function if isinstance(atom.function, Bound) else atom.function
            if isinstance(inner, Function):
                state.note(lengths.CONCRETE, inner.code, frame.module.location(node))
        return one(atom.function) if name == "python_function" else UNKNOWN
