"""Entries of local dicts and lists, and attributes of local objects, that a branch on a tensor sets: AutoGraph carries them.

`logs["bad"] = …` under `if tensor:` is to AutoGraph a variable of the branch like any other, if the key is written out, the
dict is named by a local variable, and the entry is there before: both sides have a value then, and a graph chooses one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Tensor, Value
from hybridize_analyzer.interpreter.tracing.order import is_done_before
from hybridize_analyzer.interpreter.tracing.places import contains, span
from hybridize_analyzer.program.code import FunctionCode, bound_names, parameter_names, walk

_Written = ast.Subscript | ast.Attribute


def is_carried(state: State, frame: Frame, node: ast.AST, key: str, name: str) -> bool:
    """Whether a graph chooses what a branch on a tensor writes, or what was there before.

    node: what is written.  key, name: the object and its field, of which the value is known already.
    """
    code = frame.function
    if (
        code is None
        or frame.graph_loops
        or frame.mapped
        or not isinstance(node, (ast.Subscript, ast.Attribute))
    ):
        return False
    if (
        key not in frame.allocated
        or not (entries := _entries(state, key, node, name))
        or not _are_alike(entries)
    ):
        return False
    return _is_there_before(code, node)


def _entries(state: State, key: str, node: _Written, name: str) -> Value:
    """All that an entry may hold; of lists, all that any of their elements may."""
    found = state.heap[key]
    if isinstance(node, ast.Attribute):
        return found.fields.get(name, frozenset())
    if found.cls == "builtins.list":
        return found.fields.get(ELEMENTS, frozenset())
    index = getattr(node.slice, "value", None)
    return found.fields.get(f"[{index!r}]", frozenset()) if found.cls == "builtins.dict" else frozenset()


def _are_alike(values: Value) -> bool:
    """Whether they are tensors of one known dtype and shape."""
    found = {(a.kind, a.dtype, a.shape) if isinstance(a, Tensor) else None for a in values}
    (only,) = found if len(found) == 1 else (None,)
    if only is None:
        return False
    kind, dtype, shape = only
    return kind == "tensor" and dtype is not None and shape is not None and None not in shape


def _is_there_before(code: FunctionCode, node: _Written) -> bool:
    """Whether the entry is certainly set in front of the branch, and the variable names one object all the time."""
    function = code.node
    owner, entry = _named(node)
    if isinstance(function, ast.Lambda) or owner is None or owner in _shared(code):
        return False
    nodes = [*walk(function)]
    if sum(owner in bound_names(each) for each in nodes) != 1 or any(
        _takes_out(each, owner) for each in nodes
    ):
        return False
    around = [
        n for n in nodes if isinstance(n, ast.If) and contains(span(n), span(node)) and n.test is not node
    ]
    if not around:
        return False
    outer = min(around, key=lambda each: span(each)[:2])
    if any(isinstance(part, _LEAVING) for part in walk(outer)):
        return False
    return any(
        not contains(span(outer), span(statement)) and is_done_before(function, span(statement), span(node))
        for statement in _setting(nodes, owner, entry)
    )


_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Try, ast.Yield, ast.YieldFrom, ast.Delete)


def _named(node: ast.AST) -> tuple[str | None, tuple[str, object]]:
    """The variable and the entry in `name["key"]`, `name[0]` and `name.attribute`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id, ("attribute", node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        index = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if type(index) in (str, int):
            return node.value.id, ("entry", index)
    return None, ("", None)


def _shared(code: FunctionCode) -> set[str]:
    """Names that mean more than a variable of the function."""
    scope = code.scope
    return {*parameter_names(code.node.args), *scope.captured, *scope.globals_, *scope.nonlocals}


def _takes_out(node: ast.AST, owner: str) -> bool:
    """Whether an entry is taken out of what a variable names, or more of it is changed than one entry."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        on = node.func.value
        return node.func.attr in _CHANGING and isinstance(on, ast.Name) and on.id == owner
    if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Del):
        return isinstance(node.value, ast.Name) and node.value.id == owner
    return False


_CHANGING = frozenset("pop popitem clear remove insert sort reverse __delitem__ __delattr__".split())


def _setting(nodes: list[ast.AST], owner: str, entry: tuple[str, object]) -> Iterator[ast.stmt]:
    """The statements that make an entry: a display with it, or an assignment."""
    for node in nodes:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            made = isinstance(target, ast.Name) and target.id == owner and _displays(node.value, entry)
            if made or _named(target) == (owner, entry):
                yield node


def _displays(value: ast.expr, entry: tuple[str, object]) -> bool:
    """Whether a dict or list that is written out has an entry."""
    kind, index = entry
    if isinstance(value, ast.Dict):
        keys = [k.value for k in value.keys if isinstance(k, ast.Constant)]
        return kind == "entry" and any(type(k) is type(index) and k == index for k in keys)
    if isinstance(value, ast.List) and kind == "entry" and isinstance(index, int):
        return index < len(value.elts) and not any(isinstance(each, ast.Starred) for each in value.elts)
    return False
