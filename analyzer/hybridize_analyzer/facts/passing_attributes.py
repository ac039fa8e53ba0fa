"""Attributes that pass a value on within one call, as local variables do.

`self.scores = f(x)`, which later lines of the same method read and nothing else in the program, is new in every call.  What
a trace leaves in it is a symbolic tensor that nobody looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import FunctionCode, found_once, walk


def passing_attributes(state: State, code: FunctionCode, events: Iterable[Event]) -> frozenset[str]:
    """The attributes which a function sets, or what it calls, that are read where they have been set in the same call only.

    Many are read nowhere.  The others are set first by every function that reads them, or by the function itself before it
    calls what reads them, which nothing else does.  events: of the function.
    """
    written = {
        e.field for e in events if e.kind is Kind.WRITE and e.field is not None and e.field.isidentifier()
    }
    return frozenset(name for name in written if _is_always_set_first(state, code, name))


def _is_always_set_first(state: State, code: FunctionCode, name: str) -> bool:
    """Whether every read of an attribute is in a function that sets it before, or that runs after another one has."""
    functions = [f for module in state.modules.values() for f in module.functions if f.parent is None]
    readers = [f for f in functions if _reads(f.node, name)]
    if _reads_anywhere(state, name) != sum(_reads(f.node, name) for f in readers):
        return False
    others = [
        f for f in readers if not _is_set_first(f, name) and not _is_of_another_class(state, code, f, name)
    ]
    return not others or (
        _is_set_before_calls(code, name) and all(_is_part_of(state, code, other) for other in others)
    )


def _is_of_another_class(state: State, code: FunctionCode, reader: FunctionCode, name: str) -> bool:
    """Whether a method reads an attribute of its own object alone, whose class has nothing to do with another one."""
    if code.cls is None or reader.cls is None or not reader.positional:
        return False
    if reader.cls in linearise(state, code.cls) or code.cls in linearise(state, reader.cls):
        return False
    own = found_once(reader.node, _mentioned_of_self)
    return own.get(name, 0) == _reads(reader.node, name)


def _mentioned_of_self(root: ast.AST) -> dict[str, int]:
    """How often a method reads each attribute of its first parameter."""
    arguments = getattr(root, "args", None)
    first = next((a.arg for a in (*arguments.posonlyargs, *arguments.args)), None) if arguments else None
    found: dict[str, int] = {}
    for node in walk(root):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == first:
            found[node.attr] = found.get(node.attr, 0) + (not isinstance(node.ctx, ast.Store))
    return found


def _is_part_of(state: State, graph: FunctionCode, other: FunctionCode) -> bool:
    """Whether a function runs in a graph only, called by its function or by what that calls."""
    sites = state.sites_of(other)
    return bool(sites) and graph in state.leading_to(other) and all(site.traced for site in sites)


def _is_set_before_calls(code: FunctionCode, name: str) -> bool:
    """Whether a body sets an attribute before it calls anything but TensorFlow, and under no condition."""
    if isinstance(code.node, ast.Lambda):
        return False
    for node, conditions in (found for statement in code.node.body for found in _in_order(statement, ())):
        if isinstance(node, ast.Call) and not _is_of_library(node.func):
            return False
        if _mentions(node, name):
            return _is_set(code, node) and not conditions
    return False


def _is_of_library(node: ast.AST) -> bool:
    """Whether it is `tf.nn.dropout`, say, and no attribute of an object."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in _LIBRARIES


_LIBRARIES = frozenset({"tf", "np", "tensorflow", "numpy", "keras", "layers"})


def _is_set_first(code: FunctionCode, name: str) -> bool:
    """Whether the body sets an attribute before anything mentions its name, under no condition that a mention is not."""
    set_under: set[_Conditions] = set()
    for node, conditions in _in_order(code.node, ()):
        if not _mentions(node, name):
            continue
        if _is_set(code, node):
            _add(set_under, conditions)
        elif not any(conditions[: len(known)] == known for known in set_under):
            return False
    return bool(set_under)


def _is_set(code: FunctionCode, node: ast.AST) -> bool:
    """Whether an attribute is given a value there that has nothing to do with the one before: `+=` reads it."""
    stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    return stored and node not in found_once(code.node, _changed)


def _changed(root: ast.AST) -> list[ast.AST]:
    return [node.target for node in walk(root) if isinstance(node, ast.AugAssign)]


def _add(set_under: set[_Conditions], conditions: _Conditions) -> None:
    """What is set in both branches of a test is set after it."""
    set_under.add(conditions)
    while conditions:
        *outer, (test, which) = conditions
        if (*outer, (test, 1 - which)) not in set_under:
            return
        conditions = tuple(outer)
        set_under.add(conditions)


def _in_order(node: ast.AST, conditions: _Conditions) -> Iterator[tuple[ast.AST, _Conditions]]:
    """The nodes of a body as they are evaluated, with what decides whether they are: tests, loops and handlers."""
    if isinstance(node, ast.Assign):
        parts: Iterable[ast.AST] = (node.value, *node.targets)
    else:
        parts = ast.iter_child_nodes(node)
    if isinstance(node, (ast.If, ast.IfExp)):
        yield from _in_order(node.test, conditions)
        bodies: list[Sequence[ast.AST]] = (
            [node.body, node.orelse] if isinstance(node, ast.If) else [[node.body], [node.orelse]]
        )
        for which, body in enumerate(bodies):
            for part in body:
                yield from _in_order(part, (*conditions, (ast.dump(node.test), which)))
        return
    inside = (*conditions, (str(node.lineno), 0)) if isinstance(node, _DECIDING) else conditions
    for part in parts:
        yield from _in_order(part, inside)
    yield node, conditions


_Conditions = tuple[tuple[str, int], ...]
"""Each is the text of a test, with the branch, or the line of a loop, of a `try` or of a function."""
_DECIDING = (
    ast.For, ast.AsyncFor, ast.While, ast.Try, ast.BoolOp, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _mentions(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name and not _is_of_library(node)
    return isinstance(node, ast.Constant) and node.value == name


def _reads_anywhere(state: State, name: str) -> int:
    statements = (statement for module in state.modules.values() for statement in module.tree.body)
    return sum(found_once(statement, _mentioned).get(name, 0) for statement in statements)


def _reads(root: ast.AST, name: str) -> int:
    return found_once(root, _mentioned).get(name, 0)


def _mentioned(root: ast.AST) -> dict[str, int]:
    """How often each attribute is read; a text of the same name may be one for `getattr`."""
    found: dict[str, int] = {}
    for node in walk(root):
        name = None
        if (
            isinstance(node, ast.Attribute)
            and not isinstance(node.ctx, ast.Store)
            and not _is_of_library(node)
        ):
            name = node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value
        if name is not None:
            found[name] = found.get(name, 0) + 1
    return found
