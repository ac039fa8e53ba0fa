"""A loop over examples, read as a program for one example."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hybridize_analyzer.report import Location

from hybridize_refactorings.names import exposed, free, loads, local_names, own_nodes, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.subjects import Subject

_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over examples.

    node: the comprehension or the `for`.  body: what is done for one example; the last statement returns its result.
    given: names of the program that differ from example to example → what holds them for all examples.
    gathered: for a `for`, the statement that takes the result up (`results.append(…)`, `total += …`).
    """

    subject: Subject
    node: ast.ListComp | ast.For
    body: tuple[ast.stmt, ...]
    given: dict[str, ast.expr]
    gathered: ast.stmt | None


def loop_at(subject: Subject, where: Location) -> Loop | Refused:
    """The loop that stands there, or one sentence why it cannot be read."""
    span = subject.module.located(where)
    for node in own_nodes(subject.node):
        if isinstance(node, (ast.ListComp, ast.For)) and subject.module.span(node) == span:
            return _read(subject, node)
    return Refused(f"there is no loop over examples on line {where.line}")


def _read(subject: Subject, node: ast.ListComp | ast.For) -> Loop | Refused:
    if isinstance(node, ast.ListComp):
        if len(node.generators) != 1 or node.generators[0].ifs or node.generators[0].is_async:
            return Refused(f"the comprehension on line {node.lineno} has more than one `for`, or an `if`")
        generator = node.generators[0]
        body: list[ast.stmt] = [at(ast.Return(copy.deepcopy(node.elt)), node.elt)]
        return _loop(subject, node, generator.target, generator.iter, body, None)
    if node.orelse:
        return Refused(f"the loop on line {node.lineno} has an `else`")
    found = _gathered(node.body[-1])
    if found is None:
        return Refused(f"line {node.body[-1].lineno} does not take up one result per example")
    body = [*copy.deepcopy(node.body[:-1]), at(ast.Return(copy.deepcopy(found)), found)]
    if (left := _left_over(subject, node)) is not None:
        return left
    return _loop(subject, node, node.target, node.iter, body, node.body[-1])


def _gathered(statement: ast.stmt) -> ast.expr | None:
    """The result in `results.append(result)` or `total += result`."""
    if isinstance(statement, ast.AugAssign):
        plain = isinstance(statement.op, ast.Add) and isinstance(statement.target, ast.Name)
        return statement.value if plain else None
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target, sum_ = statement.targets[0], statement.value
        same = isinstance(target, ast.Name) and isinstance(sum_.left, ast.Name) and sum_.left.id == target.id
        return sum_.right if same and isinstance(sum_.op, ast.Add) else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return call.args[0] if len(call.args) == 1 and isinstance(call.func.value, ast.Name) else None
    return None


def _left_over(subject: Subject, node: ast.For) -> Refused | None:
    """Why turns of the loop depend on each other, or on what follows."""
    taker = node.body[-1]
    taken = set(stores(taker)) | {
        n.id for n in ast.walk(taker) if isinstance(n, ast.Name) and _is_owner(n, taker)
    }
    bound = {name for each in node.body[:-1] for name in stores(each)} | set(stores(node.target))
    if (why := read_behind(subject, node, bound)) is not None:
        return why
    return passed_on(node, frozenset(taken))


def passed_on(node: ast.For, taken: frozenset[str], takers: Sequence[ast.stmt] = ()) -> Refused | None:
    """Why one turn of a loop needs the one before; `taken`: what the loop adds its results to, in `takers`."""
    last = takers or node.body[-1:]
    body = [each for each in node.body if each not in last]
    bound = {name for each in body for name in stores(each)}
    reads, _ = exposed(body, frozenset(stores(node.target)))
    changes = [each for each in ast.walk(node) if isinstance(each, ast.AugAssign) and each not in last]
    changed = {each.target.id for each in changes if isinstance(each.target, ast.Name)}
    passed = (reads & bound) | (reads & taken) | (changed - bound)
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in passed:
            return Refused(f"`{each.id}` passes from one example to the next (line {each.lineno})")
    return None


def read_behind(subject: Subject, node: ast.For, bound: Collection[str]) -> Refused | None:
    """Which of the names that a loop binds is read outside of it, as the loop left it."""
    inside = {id(each) for each in ast.walk(node)}
    for each in own_nodes(subject.node):
        if not isinstance(each, ast.Name) or id(each) in inside or each.id not in bound:
            continue
        if isinstance(each.ctx, ast.Load) and not _bound_again(subject, each, node):
            return Refused(f"`{each.id}` is read behind the loop (line {each.lineno})")
    return None


def _bound_again(subject: Subject, name: ast.Name, node: ast.For) -> bool:
    """Whether another loop or a comprehension binds the name anew around this place."""
    for each in own_nodes(subject.node):
        bound: set[str] = set()
        around: list[ast.AST] = []
        if isinstance(each, ast.For) and each is not node:
            bound, around = set(stores(each.target)), [*each.body]
        elif isinstance(each, (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)):
            bound, around = {n for g in each.generators for n in stores(g.target)}, [each]
        if name.id in bound and any(inner is name for part in around for inner in ast.walk(part)):
            return True
    return False


def _is_owner(node: ast.AST, taker: ast.stmt) -> bool:
    call = taker.value if isinstance(taker, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and node is call.func.value


def _loop(
    subject: Subject,
    node: ast.ListComp | ast.For,
    target: ast.expr,
    iterable: ast.expr,
    body: Sequence[ast.stmt],
    gathered: ast.stmt | None,
) -> Loop | Refused:
    read = columns(target, iterable, body, local_names(subject.node))
    if isinstance(read, Refused):
        return read
    return Loop(subject, node, tuple(body), dict(read), gathered)


def columns(
    target: ast.expr, iterable: ast.expr, body: Sequence[ast.stmt], taken: frozenset[str]
) -> list[tuple[str, ast.expr]] | Refused:
    """What each turn of a loop binds, and what it is taken from: (name, all of them).  Rewrites `x[i]` in the body.

    For `for i in range(len(x))`, `x[i]` and `x[i : i + 1]` become names of their own.
    """
    called = ast.unparse(iterable.func) if isinstance(iterable, ast.Call) and not iterable.keywords else ""
    arguments = iterable.args if isinstance(iterable, ast.Call) else []
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    if len(names) != len(targets):
        return Refused(f"line {target.lineno} takes the items of the loop apart")
    if called == "range" and len(arguments) == 1 and isinstance(target, ast.Name):
        return _indexed(target.id, iterable, arguments[0], body, taken)
    if called == "zip" and len(names) == len(arguments):
        return list(zip(names, arguments, strict=True))
    if called == "enumerate" and len(names) == 2 and len(arguments) == 1:
        count = _expression(f"range(len({ast.unparse(arguments[0])}))")
        return [(names[0], count), (names[1], arguments[0])]
    if isinstance(target, ast.Name):
        return [(target.id, iterable)]
    listed = f"for {', '.join(names)} in {ast.unparse(iterable)}"
    return [(name, _expression(f"[{name} {listed}]")) for name in names]


def _indexed(
    index: str, iterable: ast.expr, end: ast.expr, body: Sequence[ast.stmt], taken: frozenset[str]
) -> list[tuple[str, ast.expr]]:
    found: dict[str, ast.expr] = {}
    reads = _Reads(index, ast.unparse(end), taken, found)
    for statement in body:
        reads.visit(statement)
    if any(name.id == index for statement in body for name in loads(statement)) or not found:
        found[index] = iterable
    return list(found.items())


class _Reads(ast.NodeTransformer):
    """`x[i]` becomes `x_i`, a row of `x`, and `x[i : i + 1]` a row that keeps its first dimension."""

    def __init__(self, index: str, end: str, taken: frozenset[str], found: dict[str, ast.expr]) -> None:
        self.index, self.end, self.taken, self.found = index, end, taken, found

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        part = ast.unparse(node.slice)
        whole = {self.index: False, f"{self.index}:{self.index} + 1": True}.get(part)
        if whole is None or not isinstance(node.ctx, ast.Load) or not is_path(node.value):
            return node
        held = ast.unparse(node.value)
        if self.end not in (f"len({held})", f"{held}.shape[0]", f"tf.shape({held})[0]"):
            held = f"{held}[:{self.end}]"
        text = ast.unparse(_expression(f"{held}[:, None]" if whole else held))
        name = next((n for n, each in self.found.items() if ast.unparse(each) == text), None)
        if name is None:
            base = ast.unparse(node.value).replace(".", "_").strip("_") + f"_{self.index}"
            name = free(base, self.taken | set(self.found))
            self.found[name] = _expression(text)
        return at(ast.Name(name, ast.Load()), node)


def put(old: ast.expr, new: ast.expr, within: _Node) -> _Node:
    """The tree with one expression in the place of another."""
    changed: _Node = _Put(old, new).visit(within)
    return changed


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else super().visit(node)


def is_path(node: ast.expr) -> bool:
    """`a.b.c`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def at(node: _Node, where: ast.AST) -> _Node:
    """A new node with the place of an old one."""
    return ast.fix_missing_locations(ast.copy_location(node, where))
