"""State that the first call makes and later calls find: `if self.w is None: self.w = tf.Variable(…)`.

A graph makes it while it is traced for the first time, as TensorFlow allows; what else the branch does is judged as usual.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hybridize_analyzer.domain.classes import find_attribute, is_keras_callable
from hybridize_analyzer.domain.contents import contains
from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.heap import ELEMENTS, LAZY, callable_key
from hybridize_analyzer.domain.state import CallSite, Context, Frame, Guard, State
from hybridize_analyzer.domain.values import Atom, Bound, Function, Hybrid, Opaque, Partial, Ref, Value
from hybridize_analyzer.interpreter.tracing.alike import is_late, reached_from
from hybridize_analyzer.interpreter.tracing.fixed_keys import has_fixed_key, is_in_loops_only
from hybridize_analyzer.interpreter.tracing.one_object import is_always_done, is_always_made, is_called_on_one
from hybridize_analyzer.interpreter.tracing.places import Span, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import (
    enclosing,
    is_certain,
    made_once,
    may_be_made_in,
    programs_of,
)
from hybridize_analyzer.knowledge.tensors import ASSIGNMENTS
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, found_once, walk
from hybridize_analyzer.report import Location

OF_OPTIMIZER = "variables of the optimizer"
"""The field that stands for them in events."""
GUARDS = "branches of first calls"
"""The table of places of such branches."""
OF_MODEL = ":shared"
"""A part of the keys of optimizers that `compile` gives a model, which can give it another one."""


def find_guard(state: State, frame: Frame, node: ast.If) -> Guard | None:
    """The state that the branch of an `if` makes on the first call, when it can be nothing else."""
    if node.orelse or frame.function is None or frame.symbolic:
        return None
    # Whether loops around it have the same turns in all traces is asked with the keys.
    late = frame.conditional > frame.entered
    if (table := found_once(node, _table_asked)) is not None and not _runs(state, node):
        return (
            None
            if late and not is_in_loops_only(frame.function, node)
            else _guard_of_entry(state, frame, table)
        )
    if late:
        return None
    asked = found_once(node, _asked_for)
    if asked is None or _runs(state, node):
        return None
    guarded, is_set = asked
    if isinstance(guarded, ast.Attribute) and isinstance(guarded.value, ast.Name):
        owner = frame.names.get(guarded.value.id, frozenset())
        (atom,) = owner if len(owner) == 1 else (None,)
        if isinstance(atom, Ref) and (is_set or _sets_by_call(state, node.body, atom, guarded)):
            return Guard(atom.key, guarded.attr)
        return None
    if is_set and isinstance(guarded, ast.Name) and guarded.id in frame.function.scope.globals_:
        return Guard(f"global:{frame.module.path}:{guarded.id}", guarded.id)
    return None


def guard_of_property(state: State, frame: Frame, owner: Ref, code: FunctionCode) -> Guard | None:
    """What `functools.cached_property` keeps of the first read of an attribute, where that is like any other first call."""
    if frame.function is None or frame.conditional > frame.entered or frame.symbolic:
        return None
    if _come_to_changes(set(found_once(code.node, _called)), _called_by_name(state).names):
        return None
    state.read_texts()
    if any(
        {code.name, _ANY} & found_once(module.tree, _taken_out_by_text) for module in state.modules.values()
    ):
        return None
    return Guard(owner.key, f"{code.name} {_KEPT}")


def _taken_out_by_text(tree: ast.AST) -> frozenset[str]:
    """The texts by which a module may take out what an object keeps: `vars(o).pop("net")`; "[any]" if it takes out all."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _EMPTYING
        ):
            of = node.func.value
            inside = of.func if isinstance(of, ast.Call) else of
            if "vars" in ast.unparse(inside) or "__dict__" in ast.unparse(inside):
                found.add(_ANY)
    return frozenset(found)


_ANY = "[any]"
_EMPTYING = frozenset({"clear", "popitem"})


_KEPT = "[kept]"
"""Ends the names of the fields of objects that have what cached properties keep."""


def _table_asked(node: ast.If) -> ast.expr | None:
    """The `d` of `if key not in d: d[key] = …`, where the branch does no more than to make things."""
    test = node.test
    if not isinstance(test, ast.Compare) or [*map(type, test.ops)] != [ast.NotIn] or _leaves(node.body):
        return None
    entry = ast.Subscript(test.comparators[0], test.left, ast.Load())
    return test.comparators[0] if _sets_entry(node.body, ast.unparse(entry)) else None


def fills_table(function: ast.AST) -> bool:
    """Whether a function makes something once for each key: `if key not in d: d[key] = …`."""
    return any(isinstance(n, ast.If) and found_once(n, _table_asked) is not None for n in walk(function))


def asks_for_entries(function: ast.AST) -> frozenset[Span]:
    """Where a function asks for one key of a dict that first calls fill, or reads what is kept under it."""
    guards = [n for n in walk(function) if isinstance(n, ast.If) and found_once(n, _table_asked) is not None]
    tests = [n.test for n in guards if isinstance(n.test, ast.Compare)]
    entries = {f"{ast.unparse(t.comparators[0])}[{ast.unparse(t.left)}]" for t in tests}
    kept = [n for n in walk(function) if isinstance(n, ast.Subscript) and ast.unparse(n) in entries]
    asked = [*tests, *(t.comparators[0] for t in tests), *kept, *(n.value for n in kept)]
    return frozenset(map(span, asked))


def _sets_entry(body: Iterable[ast.stmt], entry: str) -> bool:
    targets = (t for s in body if isinstance(s, ast.Assign) for t in s.targets)
    return entry in map(ast.unparse, targets)


def _guard_of_entry(state: State, frame: Frame, table: ast.expr) -> Guard | None:
    """The dict, in an attribute of an object, that keeps what first calls make under keys."""
    if not isinstance(table, ast.Attribute) or not isinstance(table.value, ast.Name):
        return None
    owner = frame.names.get(table.value.id, frozenset())
    (atom,) = owner if len(owner) == 1 else (None,)
    held = state.heap.read(atom.key, table.attr) if isinstance(atom, Ref) else frozenset()
    (kept,) = held if len(held) == 1 else (None,)
    is_dict = isinstance(kept, Ref) and state.heap.type_of(kept.key) == "builtins.dict"
    return Guard(kept.key, ELEMENTS) if isinstance(kept, Ref) and is_dict else None


def _asked_for(node: ast.If) -> tuple[ast.expr, bool] | None:
    """What a test asks for, if the branch does no more than to make things by its text, and whether it sets that itself."""
    guarded = _guarded(node.test)
    if guarded is None or _leaves(node.body):
        return None
    return guarded, _sets(node.body, guarded)


def _guarded(test: ast.expr) -> ast.expr | None:
    """`X` of `X is None`, `X is False`, `not X`, `not hasattr(o, "x")` (there as the attribute `o.x`)."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Is):
        right = test.comparators[0]
        empty = isinstance(right, ast.Constant) and (right.value is None or right.value is False)
        return test.left if empty else None
    if not isinstance(test, ast.UnaryOp) or not isinstance(test.op, ast.Not):
        return None
    inner = test.operand
    if isinstance(inner, (ast.Attribute, ast.Name)):
        return inner
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "hasattr":
        owner, name = inner.args if len(inner.args) == 2 else (None, None)
        if isinstance(owner, ast.Name) and isinstance(name, ast.Constant) and isinstance(name.value, str):
            return ast.Attribute(owner, name.value, ast.Load())
    return None


def _sets(body: Iterable[ast.stmt], guarded: ast.expr) -> bool:
    """Whether some statements set what a test asks for, to what is found there by the next test."""
    wanted = ast.unparse(guarded)
    return any(
        isinstance(target, (ast.Attribute, ast.Name))
        and ast.unparse(target) == wanted
        and not _may_be_nothing(value)
        for statement in body
        for target, value in _assigned(statement)
    )


def _assigned(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment sets, with its value: also `a, b = x, y` and `a: T = x`."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield statement.target, statement.value
    if not isinstance(statement, ast.Assign):
        return
    value = statement.value
    for target in statement.targets:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            plain = not any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts))
            yield from zip(target.elts, value.elts, strict=False) if plain else ()
        else:
            yield target, value


def _may_be_nothing(value: ast.expr) -> bool:
    """Whether the text of a value says that it is false, or that it depends on what is tested there."""
    if isinstance(value, ast.Constant):
        return not value.value
    return isinstance(value, (ast.Compare, ast.BoolOp, ast.IfExp)) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    )


def _sets_by_call(state: State, body: Iterable[ast.stmt], owner: Ref, guarded: ast.Attribute) -> bool:
    """Whether a branch calls a method of an object that certainly sets the attribute: `if self.w is None: self.build(x)`."""
    called = (s.value.func for s in body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call))
    named = ast.unparse(guarded.value)
    names = (f.attr for f in called if isinstance(f, ast.Attribute) and ast.unparse(f.value) == named)
    return any(
        _sets_attribute(method := _method(state, owner, name), guarded.attr)
        or (guarded.attr == "built" and name == "build" and _is_built_by_keras(state, owner, method))
        for name in names
    )


def _is_built_by_keras(state: State, owner: Ref, build: ast.AST | None) -> bool:
    """Whether Keras sets `built` when the `build` of a layer is called: Keras 3 always, Keras 2 in `super().build(…)`."""
    if not isinstance(build, ast.FunctionDef) or build.decorator_list:
        return False
    if not is_keras_callable(state, state.heap.type_of(owner.key)):
        return False
    calls = (s.value for s in build.body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call))
    return state.keras == (3,) or any(_is_super_build(call.func) for call in calls)


def _is_super_build(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and called.attr == "build"
        and isinstance(called.value, ast.Call)
        and isinstance(called.value.func, ast.Name)
        and called.value.func.id == "super"
    )


def _method(state: State, owner: Ref, name: str) -> ast.AST | None:
    """The definition of a method of an object, where it is one and the class says which."""
    cls = state.heap.type_of(owner.key)
    found = find_attribute(state, cls, name) if isinstance(cls, ClassCode) else None
    (atom,) = found[0] if found is not None and len(found[0]) == 1 else (None,)
    return atom.code.node if isinstance(atom, Function) else None


def _sets_attribute(function: ast.AST | None, attribute: str) -> bool:
    """Whether a method sets an attribute of its object at every call that returns; not if it is decorated or a coroutine."""
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return False
    own = [*function.args.posonlyargs, *function.args.args][:1]
    if not own:
        return False
    for statement in function.body:
        if _sets([statement], ast.Attribute(ast.Name(own[0].arg), attribute)):
            return True
        if any(isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)) for n in walk(statement)):
            return False
    return False


def _leaves(body: Iterable[ast.stmt]) -> bool:
    """Whether the branch does more than to make things: TensorFlow traces again after it has made variables."""
    left = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.AugAssign)
    return any(isinstance(n, left) for s in body for n in walk(s))


def _runs(state: State, node: ast.If) -> bool:
    """Whether the branch does with variables what every run of a trace would repeat, or none: by the names that it calls.

    A graph of the first trace sets a variable again at every call; one that is traced again because it has made variables
    never does.
    """
    known = _called_by_name(state)
    if node not in known.changing:
        known.changing[node] = _come_to_changes({n for s in node.body for n in _called(s)}, known.names)
    return known.changing[node]


def _come_to_changes(pending: set[str], called: Mapping[str, Set[str]]) -> bool:
    seen: set[str] = set()
    while pending:
        if pending & _CHANGING:
            return True
        seen |= pending
        pending = set().union(*(called.get(name, ()) for name in pending)) - seen
    return False


def _called_by_name(state: State) -> _Called:
    known = state.places.get(CALLED_BY_NAME)
    if not isinstance(known, _Called) or known.modules != len(state.modules):
        known = state.places[CALLED_BY_NAME] = _Called(len(state.modules), {}, {})
        for module in state.modules.values():
            for name, functions in found_once(module.tree, _defined).items():
                known.names.setdefault(name, set()).update(*(found_once(f, _called) for f in functions))
    return known


class _Called(NamedTuple):
    """modules: how many there were, as those of packages are added while they are followed.

    names: for each name of functions and methods, the names of what those call.
    changing: whether a branch leads to what changes variables.
    """

    modules: int
    names: dict[str, set[str]]
    changing: dict[ast.If, bool]


CALLED_BY_NAME = "called by name"


_CHANGING = ASSIGNMENTS | {
    "apply_gradients",
    "minimize",
    "update_state",
    "set_weights",
    "load_weights",
    "adapt",
    "print",
}


def _called(root: ast.AST) -> frozenset[str]:
    """The names of what a body calls, the last part of a dotted one."""
    called = (node.func for node in walk(root) if isinstance(node, ast.Call))
    return frozenset(
        func.attr if isinstance(func, ast.Attribute) else func.id
        for func in called
        if isinstance(func, (ast.Attribute, ast.Name))
    )


def _defined(root: ast.AST) -> dict[str, list[ast.AST]]:
    """The functions and methods of a module by name."""
    found: dict[str, list[ast.AST]] = {}
    for node in walk(root):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.setdefault(node.name, []).append(node)
    return found


def local_names(frame: Frame, node: ast.If) -> Iterator[str]:
    """Local variables that a branch sets."""
    pending: list[ast.AST] = [*node.body]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.Name) and isinstance(current.ctx, ast.Store):
            if frame.function is not None and current.id in frame.function.scope.assigned:
                yield current.id
        elif not isinstance(current, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
            pending += ast.iter_child_nodes(current)


def first_call_of(frame: Frame, receiver: Atom | None) -> str:
    """The attribute that a branch asks for which sets an object up, where something is called on that very object there."""
    guard = frame.guarded
    return (
        guard.field
        if guard is not None and isinstance(receiver, Ref) and guard.target == receiver.key
        else ""
    )


def is_of_several(state: State, site: CallSite, code: FunctionCode, receiver: Ref) -> bool:
    """Whether a call that sets an object up is one of several that do so, each where another attribute asks for it."""
    if not site.first:
        return False
    asked = f"what asks for {code.name} of {receiver.key}"
    state.note(asked, site.first, site.where)
    return len(state.all_noted(asked)) > 1


def completes(state: State, frame: Frame, target: str, value: Value) -> bool:
    """Whether a write is what a guard expects: nothing in it belongs to one call."""
    return frame.guarded is not None and frame.guarded.target == target and _stays(state, value)


def _stays(state: State, value: Value) -> bool:
    """Whether nothing in a value belongs to one call, as a tensor does and a variable does not."""
    return not any(isinstance(a, Opaque) for a in value) and not contains(
        state, value, lambda tensor: tensor.kind != "variable"
    )


def settle(state: State, frame: Frame, guard: Guard, known: set[tuple[object, ...]]) -> None:
    """Variables that the branch has made, itself or in a `build`, are made by the first call only, as is what keeps them.

    known: events from before it.
    """
    new = [(key, event) for key, event in frame.events.items() if key not in known]
    for key, event in new:
        if event.kind is Kind.VARIABLE:
            lazy = event._replace(kind=Kind.LAZY, target=guard.target, field=guard.field)
        elif _is_set_by_build(state, event, guard):
            lazy = event._replace(kind=Kind.LAZY, aspect=Aspect.SETTING)
            if frame.function is None or frame.function.name not in MAKERS:
                state.change(guard.target, LAZY + (event.field or ELEMENTS), event.where)
        else:
            continue
        del frame.events[key]
        frame.events.setdefault(lazy.identity, lazy)


def _is_set_by_build(state: State, event: Event, guard: Guard) -> bool:
    """Whether a callee has set an attribute of the object that a guard asks about, to what stays as it is."""
    if event.kind is not Kind.WRITE or event.target != guard.target or event.aspect is not None:
        return False
    if not event.field or event.field == ELEMENTS or guard.target not in state.heap.objects:
        return False
    return _stays(state, state.heap.read(guard.target, event.field))


def as_unguarded(event: Event) -> Event:
    """A first call that may come late makes variables when TensorFlow no longer allows it, and fills a dict once more."""
    if event.field == ELEMENTS and event.aspect is Aspect.SETTING:
        return event._replace(kind=Kind.WRITE, aspect=None)
    return event._replace(kind=Kind.VARIABLE)


def makes_variable(event: Event) -> bool:
    """Whether it is a variable of the program that the first call of an object makes, and none of an optimizer's step."""
    return event.kind is Kind.LAZY and event.aspect is not Aspect.SETTING and event.field != OF_OPTIMIZER


def of_every_call(event: Event) -> Event:
    """What is made by the first call of an object that every run makes anew is made in every run."""
    return event._replace(kind=Kind.VARIABLE, target=None, field=None)


def through_call(frame: Frame, event: Event) -> Event:
    """What the first call of a callee makes is late behind a condition."""
    if event.field != OF_OPTIMIZER:
        return event if is_in_first_trace(frame) else as_unguarded(event)
    kind, aspect = of_step(frame)
    return event._replace(kind=kind, aspect=event.aspect or aspect)


def of_step(frame: Frame) -> tuple[Kind, Aspect | None]:
    """What an optimizer's first step is at the current statement.

    It is late behind a condition that may come out otherwise in another trace.  Both sides of a branch on a tensor, and the
    body of a loop over one, are traced with the rest, and an optimizer makes its variables outside of them: in a branch
    that is not taken, too.
    """
    if is_in_first_trace(frame):
        return Kind.LAZY, None
    if is_late(frame):
        return Kind.VARIABLE, None
    return Kind.LAZY, Aspect.SOMETIMES if frame.branches else None


def is_in_first_trace(frame: Frame) -> bool:
    """Whether the first trace comes to the current statement if any does, and not inside a branch of its graph."""
    if frame.conditional <= frame.entered:
        return True
    return not (is_late(frame) or frame.symbolic or frame.symbolic_return is not None)


def is_first_call_only(state: State, code: FunctionCode, contexts: Iterable[Context]) -> bool:
    """Whether the first call of a function makes all of its lazy state.

    One function for several objects would make the variables of the second one too late; a method has a function
    for every receiver, and a closure one for every activation of what encloses it, and every program its own.  A call that
    finds what another call of the same function has made could have been the first; one that needs nothing of it, as an
    argument says that it does not train, may come after the first.
    """
    ways: dict[tuple[Atom | None, str | None, str | None], set[frozenset[str]]] = {}
    begun: set[tuple[Atom | None, str | None, str | None]] = set()
    contexts = list(contexts)
    every = {key for context in contexts for key in _targets(context, Kind.LAZY)}
    if every and not _has_function_per_receiver(state, code, contexts):
        return False
    several: set[str] = set()
    programs = programs_of(state, code) if every and len(contexts) > 1 else ()
    for context in contexts:
        made = _of_several(state, code, context)
        if _has_choice(made) or not all(has_fixed_key(state, code, e) for e in made if _is_entry(state, e)):
            return False
        several |= {e.target for e in made if e.target}
        targets = _targets(context, Kind.LAZY) | (_targets(context, Kind.STEP) & every)
        for program in programs or (None,):
            here = frozenset(key for key in targets if _may_be_in(state, key, program))
            way = (context.receiver, context.env, program)
            if here or not (targets or way in begun):
                ways.setdefault(way, set()).add(here)
            # Several programs may begin with different calls.
            if here and len(programs) <= 1 and any(is_certain(state, site) for site in context.sites):
                begun.add(way)
    for (receiver, env, _), found in ways.items():
        keys = several.intersection(*found)
        own = {
            key
            for key in keys
            if _is_of_activation(state, code, contexts, key)
            or _is_of_object_around(state, code, env, key)
            or _is_of_all_objects(state, code, key, contexts)
        }
        if len(found) != 1 or not _is_one(state, code, receiver, keys, own):
            return False
    return True


def _is_entry(state: State, event: Event) -> bool:
    """Whether something is kept under a key of a dict."""
    key = event.target
    is_set = event.aspect is Aspect.SETTING and key in state.heap.objects
    return is_set and key is not None and state.heap.type_of(key) == "builtins.dict"


def _may_be_in(state: State, key: str, program: str | None) -> bool:
    return program is None or key not in state.heap.objects or may_be_made_in(state, key, program)


def _has_function_per_receiver(state: State, code: FunctionCode, contexts: Iterable[Context]) -> bool:
    """Whether several receivers have a function each; `with_name_scope` calls one function for all of them."""
    if not _has_scope(code):
        return True
    receivers = {context.receiver for context in contexts}
    return len(receivers) == 1 and all(isinstance(r, Ref) and made_once(state, r) for r in receivers)


def _is_of_object_around(state: State, code: FunctionCode, env: str | None, key: str) -> bool:
    """Whether `__init__` makes it, once, for the object whose method makes a closure: an activation has one of each."""
    method = code.parent
    if method is None or method.cls is None or env is None or key not in state.heap.objects:
        return False
    cell = state.cell(env, method.positional[0]) if method.positional else None
    receivers = [] if cell is None else list(cell.value)
    return (
        len(receivers) == 1
        and isinstance(receivers[0], Ref)
        and _is_made_by_init_of(state, receivers[0], key)
    )


def _maker(state: State, key: str) -> FunctionCode | None:
    """The function that makes an object, once in each activation."""
    where = state.heap[key].where
    maker = enclosing(state, where)
    looped = maker is not None and places_in(state, where.path, maker).in_loop(span_of(where))
    return None if looped else maker


def _has_scope(code: FunctionCode) -> bool:
    return any(getattr(d, "attr", getattr(d, "id", "")) == "with_name_scope" for d in code.decorators)


_NAMES = "names of variables are read"


def note_name_read(state: State, where: Location) -> None:
    """The program asks a variable for its name."""
    state.note(_NAMES, _NAMES, where)


def names_lost(state: State, code: FunctionCode, events: Iterable[Event]) -> Iterator[Event]:
    """What `with_name_scope` does for the names of variables that are made inside it, which a graph there undoes."""
    makes = any(event.kind is Kind.LAZY for event in events)
    read = state.noted(_NAMES, _NAMES) if makes else None
    if read is not None and any(map(_has_scope, state.leading_to(code))):
        message = "the variables that it makes lose the name of their module, and the program reads names"
        yield Event(Kind.PYTHON_VALUE, message, read)


def _of_several(state: State, code: FunctionCode, context: Context) -> list[Event]:
    """The lazy state that a context makes, without optimizers of which one function object has only one, or only all."""
    made = [e for e in context.summary.events.values() if e.kind is Kind.LAZY and e.target]
    return [e for e in made if e.field != OF_OPTIMIZER or not _is_of_all(state, code, e)]


def _is_of_all(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether every trace of a function object takes a step with the same optimizer, or with the same several.

    What is told apart is where objects are made: contexts that take steps with different parts of a list look alike.
    """
    key = event.target or ""
    if OF_MODEL in key or not is_called_on_one(state, code, event.where):
        return False
    several = key in state.heap.objects and state.heap[key].multiple
    return not several or is_always_done(state, event)


def _targets(context: Context, kind: Kind) -> frozenset[str]:
    return frozenset(e.target for e in context.summary.events.values() if e.kind is kind and e.target)


def _has_choice(made: Iterable[Event]) -> bool:
    """Whether one statement takes a step with one of several optimizers."""
    places = [e.where for e in made if e.field == OF_OPTIMIZER]
    return len(places) > len(set(places))


def _is_of_activation(state: State, code: FunctionCode, contexts: Sequence[Context], key: str) -> bool:
    """Whether every activation of an enclosing function makes one such object, and functions of its own to see it.

    Nothing that outlives the activation may hold the object or one of these functions, and no call may pass any, which
    could come from another activation.
    """
    if key not in state.heap.objects:
        return False
    maker = _maker(state, key)
    if maker is None or maker not in _around(code):
        return False
    nested = [f for f in maker.module.functions if maker in _around(f)]
    inside = frozenset(f"env:{f.key}:" for f in (maker, *nested))
    known = (key, *map(callable_key, nested))
    return all(state.heap.is_rooted_in(k, inside) for k in known) and not any(
        _passes(state, value, key) for context in contexts for value in context.arguments.values()
    )


def _around(code: FunctionCode) -> Iterator[FunctionCode]:
    """The functions around a function, from the inside."""
    while code.parent is not None:
        code = code.parent
        yield code


def _passes(state: State, value: Value, key: str) -> bool:
    """Whether an argument hands over an object, or functions that may know one."""
    reached = reached_from(state, value)
    held = (v for k in reached for v in state.heap[k].fields.values())
    return key in reached or any(
        isinstance(a, (Function, Bound, Partial, Hybrid)) for v in (value, *held) for a in v
    )


def _is_one(state: State, code: FunctionCode, receiver: Atom | None, keys: Set[str], own: Set[str]) -> bool:
    """Whether each key stands for one object, or for one per receiver, in every process that comes to a function.

    own: keys of which that need not be asked.
    """
    return all(
        key not in state.heap.objects
        or made_once(state, Ref(key), code)
        or _is_table_of(state, key, keys)
        or (
            isinstance(receiver, Ref)
            and made_once(state, receiver)
            and _is_made_by_init_of(state, receiver, key)
        )
        for key in keys - own
    )


def _is_of_all_objects(state: State, code: FunctionCode, key: str, contexts: Iterable[Context]) -> bool:
    """Whether a key stands for several objects, and every trace comes to the first calls of all of them."""
    made = {e for context in contexts for e in _of_several(state, code, context) if e.target == key}
    if key not in state.heap.objects or any(e.field == OF_OPTIMIZER or _is_entry(state, e) for e in made):
        return False
    guards = frozenset(place for place in state.all_noted(GUARDS) if isinstance(place, Location))
    return bool(made) and all(is_always_made(state, code, where, guards) for where in {e.where for e in made})


def _is_table_of(state: State, key: str, keys: Iterable[str]) -> bool:
    """Whether it is a dict that one of several objects keeps, and nothing else does."""
    others = frozenset(k for k in keys if k != key and k in state.heap.objects)
    if state.heap.type_of(key) != "builtins.dict" or len(state.heap[key].holders) != 1:
        return False
    return any(state.heap.is_held_by(key, frozenset({other})) for other in others)


def _is_made_by_init_of(state: State, owner: Ref, key: str) -> bool:
    """Whether the `__init__` of an object, and of nothing else, makes another one, once."""
    if f"<{owner.key}>" not in key or state.heap[key].multiple:
        return False
    maker = _maker(state, key)
    return maker is not None and maker.name == "__init__"
