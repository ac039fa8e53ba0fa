"""What the syntax of a function says of its data: which names stand for parts of a value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.program.code import walk
from hybridize_analyzer.report import Evidence

_LOOKS = frozenset(
    "keys values items children enumerate zip reversed list tuple sorted range len iter".split()
)
_VALUES = (Kind.PYTHON_VALUE, Kind.CONTROL, Kind.CONVERTED, Kind.EAGER_ONLY, Kind.NUMPY)


def root(node: ast.expr) -> str | None:
    """The name that an expression looks into: `tree` of `tree.left`, `tree[0]`, `tree.children()`, `zip(tree, …)`."""
    while True:
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            node = node.func.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id not in _LOOKS:
                return None
            node = node.args[0]
        else:
            return node.id if isinstance(node, ast.Name) else None


def number_of_turn(target: ast.expr, iterable: ast.expr) -> frozenset[str]:
    """The names that count the turns of a loop: `i` of `for i in range(n)`, and of `for i, x in enumerate(xs)`."""
    called = ast.unparse(iterable.func) if isinstance(iterable, ast.Call) else ""
    if called == "reversed" and isinstance(iterable, ast.Call) and len(iterable.args) == 1:
        return number_of_turn(target, iterable.args[0])
    if called == "enumerate" and isinstance(target, ast.Tuple):
        return frozenset(_names(target.elts[0]))
    return frozenset(_names(target)) if called == "range" else frozenset()


def parts_of(function: ast.AST, names: Iterable[str]) -> frozenset[str]:
    """The names themselves, and those that are bound to what is looked up in them, directly or through others."""
    known = set(names)
    bound = list(_bindings(function))
    while True:
        more = {t for target, value in bound if root(value) in known for t in target} - known
        if not more:
            return frozenset(known)
        known |= more


def _bindings(function: ast.AST) -> Iterator[tuple[set[str], ast.expr]]:
    for node in walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = (
                    zip(target.elts, node.value.elts, strict=False)
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                    else [(target, node.value)]
                )
                yield from ((_names(t), v) for t, v in pairs)
        elif isinstance(node, (ast.For, ast.comprehension)):
            yield _names(node.target), node.iter


def _names(target: ast.AST) -> set[str]:
    return {each.id for each in walk(target) if isinstance(each, ast.Name)}


_LOOPS = (ast.For, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def loops_around(function: ast.AST) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """Every node with the loops and comprehensions of the same function around it, outermost first."""
    waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(function, ())]
    while waiting:
        node, loops = waiting.pop()
        yield node, loops
        inner = (*loops, node) if isinstance(node, _LOOPS) else loops
        waiting.extend((child, inner) for child in ast.iter_child_nodes(node))


def is_batched(events: Iterable[Event]) -> bool:
    """Whether cells of the runtime are called."""
    return any(event.kind is Kind.RECORDED for event in events)


def value_needed(events: Iterable[Event]) -> Evidence | None:
    """The first place at which Python needs the value of a tensor: what follows cannot be known before it is computed."""
    for event in events:
        if event.kind in _VALUES and not event.path:
            return Evidence(f"{event.message}, before the rest of the structure is known", event.where)
    return None
