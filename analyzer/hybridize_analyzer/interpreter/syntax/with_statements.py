"""Context managers: what `with` binds, runs and hides."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    BOOL,
    FROM_CALLER,
    NONE,
    NOTHING,
    STR,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Iterator,
    Opaque,
    Ref,
    Value,
    const,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_method, call_value, elements_of, evaluate, has_method
from hybridize_analyzer.interpreter.syntax import branches
from hybridize_analyzer.interpreter.values.namespaces import ANY
from hybridize_analyzer.program.code import FunctionCode, found_once, walk

Assign = Callable[[State, Frame, ast.expr, Value], None]
STACKS = ("contextlib.ExitStack", "contextlib.AsyncExitStack")
PATCH = "unittest.mock.patch"
"""What `unittest.mock.patch` and its kin make: it sets something as it starts, and sets it back as it ends."""
MONKEY = "pytest.MonkeyPatch"
"""The type of what pytest gives tests under the name `monkeypatch`."""
NAME_SCOPE = "tensorflow.name_scope"
HIDES = "hides exceptions"
"""The field of an `ExitStack` that holds whether a context in it may hide exceptions."""

_ENTERED = "entered"
"""The field of an `ExitStack` that holds the contexts in it."""


def run_with(
    state: State,
    frame: Frame,
    node: ast.With | ast.AsyncWith,
    assign: Assign,
    run_body: branches.RunBody,
) -> bool:
    """A `with` statement; whether control can reach what follows it."""
    prefix = "__a" if isinstance(node, ast.AsyncWith) else "__"
    managers: list[tuple[ast.withitem, Value]] = []
    for item in node.items:
        manager = evaluate(state, frame, item.context_expr)
        entered = enter(state, frame, item.context_expr, manager, prefix)
        if item.optional_vars is not None:
            assign(state, frame, item.optional_vars, entered)
        managers.append((item, manager))
    before, ops, returned = dict(frame.names), frame.ops, frame.returned
    expected = [_expected(item.context_expr) for item in node.items]
    expected = [types for types in expected if types]
    frame.caught += [exception_names(state, frame, types) for types in expected]
    hiding = any(_may_hide(state, frame, item.context_expr, manager) for item, manager in managers)
    frame.guard += hiding
    through = branches.run_block(state, frame, node.body, run_body)
    frame.guard -= hiding
    del frame.caught[len(frame.caught) - len(expected) :]
    for item, manager in reversed(managers):
        run_patches(state, frame, node, manager, "__exit__")
        hides = leave(state, frame, item.context_expr, manager, prefix)
        if hides == const(False):
            continue
        _note_hidden(state, frame, item.context_expr, hides, ops)
        if not through:
            frame.names = {**before, **frame.names}
            through = True
    if not through and (expected or (frame.returned == returned and _is_unseen(managers))):
        frame.names = {**before, **frame.names}
        return True
    return through


def _is_unseen(managers: list[tuple[ast.withitem, Value]]) -> bool:
    """Whether what a context does with an exception cannot be seen."""
    return any(isinstance(atom, Opaque) for _, manager in managers for atom in manager)


def _expected(node: ast.expr) -> list[ast.expr | None]:
    """The exceptions that are awaited or hidden: `pytest.raises(E)`, `self.assertRaises(E)`, `suppress(E)`."""
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, (ast.Attribute, ast.Name))
        or not node.args
    ):
        return []
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
    if name == "suppress":
        return [ast.Tuple(node.args, ast.Load())]
    return [node.args[0]] if name == "raises" or name.startswith("assertRaises") else []


def _may_hide(state: State, frame: Frame, node: ast.expr, manager: Value) -> bool:
    """Whether a context may hide exceptions of its body, as far as that is written; what it does at its end is not run."""
    return any(_hides(state, atom) for atom in manager) or _is_handling(state, frame, node)


def _hides(state: State, atom: Atom) -> bool:
    if isinstance(atom, Opaque):
        return atom.origin.startswith(FROM_CALLER)
    if not isinstance(atom, Ref):
        return False
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, str):
        hidden = state.heap.read(atom.key, HIDES) if cls in STACKS else NOTHING
        return cls == "contextlib.suppress" or (bool(hidden) and truth(hidden) is not False)
    ends = [found for name in ("__exit__", "__aexit__") if (found := find_attribute(state, cls, name))]
    return any(_answers(state, a.code) for found in ends for a in found[0] if isinstance(a, Function))


def _answers(state: State, code: FunctionCode) -> bool:
    """Whether `__exit__` may return something that is true."""
    state.read_body(code)
    returned = (n.value for n in walk(code.node) if isinstance(n, ast.Return) and n.value is not None)
    return any(not (isinstance(value, ast.Constant) and not value.value) for value in returned)


def _is_handling(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether a `contextlib.contextmanager` of the project handles exceptions around its `yield`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return False
    frame.prefix = node.func
    called = evaluate(state, frame, node.func)
    codes = [a.code for a in called if isinstance(a, Function)]
    generators = [code for code in codes if code.is_generator]
    for code in generators:
        state.read_body(code)
    return any(found_once(code.node, _yields_in_handler) for code in generators)


def _yields_in_handler(root: ast.AST) -> bool:
    handled = (n for n in walk(root) if isinstance(n, ast.Try) and n.handlers)
    return any(isinstance(n, ast.Yield) for block in handled for s in block.body for n in walk(s))


def exception_names(state: State, frame: Frame, types: Sequence[ast.expr | None]) -> str:
    """The names of exception types, sorted, with commas; None stands for a bare `except`."""
    found: set[str] = set()
    for node in types:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        for part in parts:
            value = UNKNOWN if part is None else evaluate(state, frame, part)
            named = {a.name for a in value if isinstance(a, External)}
            named |= {a.code.address for a in value if isinstance(a, Class)}
            found |= named or {"BaseException"}
    return ", ".join(sorted(found))


def may_come_from_operations(names: str) -> bool:
    """Whether tensor operations, or errors of a graph, may be among exceptions; the others are Python's, in both modes."""
    return not set(names.split(", ")) <= _OF_PYTHON


def may_come_from_traces_alone(names: str) -> bool:
    """Whether exceptions are those with which a trace fails, and not those of operations that run."""
    return set(names.split(", ")) <= _OF_PYTHON | _OF_TRACES


def ends_dataset(state: State, frame: Frame, names: str, body: Sequence[ast.stmt]) -> bool:
    """Whether the end of a dataset may be among exceptions: inside a graph its iterator never raises `StopIteration`."""
    if "builtins.StopIteration" not in names.split(", "):
        return False
    used = (n for s in body for n in walk(s) if isinstance(n, (ast.Name, ast.Attribute)))
    values = (evaluate(state, frame, n) for n in used if isinstance(n.ctx, ast.Load))
    return any(isinstance(a, Iterator) and a.source == "dataset iterator" for v in values for a in v)


_OF_PYTHON = frozenset(
    f"builtins.{name}"
    for name in ("KeyError", "ImportError", "ModuleNotFoundError", "NotImplementedError", "StopIteration")
)
_OF_TRACES = frozenset(
    f"builtins.{name}" for name in ("ValueError", "TypeError", "AttributeError", "IndexError")
)


def _note_hidden(state: State, frame: Frame, node: ast.expr, hides: Value, ops: int) -> None:
    if frame.ops == ops:
        return
    if any(isinstance(a, Opaque) for a in hides):
        state.emit(frame, node, Kind.UNKNOWN, "whether a context hides exceptions cannot be seen")
    else:
        state.emit(frame, node, Kind.HANDLER, "exceptions of TensorFlow operations are suppressed")


def enter(state: State, frame: Frame, node: ast.expr, manager: Value, prefix: str = "__") -> Value:
    """What `with manager as name` binds to the name."""
    return union(NOTHING, *(_enter(state, frame, node, atom, prefix) for atom in manager))


def _enter(state: State, frame: Frame, node: ast.expr, atom: Atom, prefix: str) -> Value:
    if isinstance(atom, Iterator) and atom.source.endswith("generator"):
        return elements_of(state, frame, one(atom), node)
    if not isinstance(atom, Ref):
        return one(atom)
    cls = state.heap.type_of(atom.key)
    if cls == NAME_SCOPE:
        return STR  # the full name, which operations take for theirs
    if cls == "contextlib.nullcontext":
        return state.heap.read(atom.key, "enter_result")
    if cls == PATCH:
        return call_method(state, frame, node, atom, "__enter__", ())
    if isinstance(cls, str) or not has_method(state, atom, f"{prefix}enter__"):
        return one(atom)
    with frame.indirectly():
        return call_method(state, frame, node, atom, f"{prefix}enter__", ())


def run_patches(state: State, frame: Frame, node: ast.AST, managers: Value, method: str) -> None:
    """Starts or ends the patches (`PATCH`) among context managers, at a place."""
    for atom in managers:
        cls = state.heap.type_of(atom.key) if isinstance(atom, Ref) else None
        if isinstance(atom, Ref) and cls in (PATCH, MONKEY):
            call_method(state, frame, node, atom, method, ())
        elif isinstance(atom, Ref) and cls in STACKS:
            run_patches(state, frame, node, state.heap.read(atom.key, _ENTERED), method)


def leave(state: State, frame: Frame, node: ast.expr, manager: Value, prefix: str = "__") -> Value:
    """Runs the end of a context; the result is whether it hides an exception: False, or anything else."""
    answers: list[Value] = []
    for atom in manager:
        if not isinstance(atom, Ref):
            continue
        cls = state.heap.type_of(atom.key)
        if cls == "contextlib.suppress":
            answers.append(BOOL)
        elif cls in STACKS:
            answers.append(state.heap.read(atom.key, HIDES))
        elif not isinstance(cls, str) and has_method(state, atom, f"{prefix}exit__"):
            details = tuple(union(NONE, UNKNOWN) for _ in range(3))
            with frame.indirectly():
                answers.append(call_method(state, frame, node, atom, f"{prefix}exit__", details))
    answer = union(NOTHING, *answers)
    return const(False) if not answer or truth(answer) is False else answer


def _note_changes_at_end(state: State, frame: Frame, node: ast.expr, given: tuple[Value, ...]) -> None:
    """What a stack calls where it ends may change the objects that it is given, after they have been used meanwhile."""
    where = frame.module.location(node)
    for atom in union(NOTHING, *given):
        inner = atom.receiver if isinstance(atom, Bound) else atom
        if isinstance(inner, Ref):
            state.change(inner.key, ANY, where)


def stack_method(
    state: State, frame: Frame, node: ast.expr, name: str, ref: Ref, args: tuple[Value, ...]
) -> Value | None:
    """`enter_context`, `push` and `callback` of an `ExitStack`; None for other methods."""
    if name in ("close", "aclose", "__exit__", "__aexit__"):
        run_patches(state, frame, node, one(ref), "__exit__")
    if name in ("enter_context", "enter_async_context", "push", "push_async_exit") and args:
        prefix = "__a" if "async" in name else "__"
        entered = enter(state, frame, node, args[0], prefix) if name.startswith("enter") else args[0]
        state.heap.write(ref.key, HIDES, leave(state, frame, node, args[0], prefix))
        state.heap.write(ref.key, _ENTERED, args[0])
        return entered
    if name in ("callback", "push_async_callback") and args:
        call_value(state, frame, node, args[0], args[1:], {})
        _note_changes_at_end(state, frame, node, args)
        return args[0]
    return {"pop_all": one(ref), "close": NONE, "aclose": NONE}.get(name)
