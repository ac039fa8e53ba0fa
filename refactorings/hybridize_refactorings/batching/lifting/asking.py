"""Where Python asks for the value of a tensor: the tensor code before it, the question, and what follows, apart."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridize_refactorings.batching.lifting.hazards import Code
from hybridize_refactorings.batching.lifting.loops import at, put
from hybridize_refactorings.names import free, loads, stores

_CONVERSIONS = ("int", "float", "bool")
_READS = ("numpy", "item")
_WHOLE = frozenset({"int", "bool", "str", "len", "round", "argmax", "argmin", "item"})


def asked_for(code: Code, node: ast.stmt, rows: set[str], taken: set[str]) -> list[ast.stmt]:
    """The statement as several: tensor code, a question for its value, the rest.

    Empty where it is one of these, and where what is asked for differs from turn to turn of a loop in the statement.
    """
    apart = _Apart(code, rows, taken)
    if any(_inner(each) is not None and _in_turns(node, each, rows) for each in ast.walk(node)):
        return []
    if isinstance(node, ast.If):
        test = apart.visit(copy.deepcopy(node.test))
        if {name.id for name in loads(test)} & rows:
            test = apart.question(test, "bool")
        if not apart.found:
            return []
        code.settled.append(code.module.span(node.test))
        return [*apart.found, at(ast.If(test, node.body, node.orelse), node)]
    changed = apart.visit(copy.deepcopy(node))
    return [*apart.found, changed] if apart.found else []


def _in_turns(node: ast.stmt, asks: ast.AST, rows: set[str]) -> bool:
    """Whether what is asked of a row reads a name that a loop or comprehension in the statement binds."""
    read = {name.id for name in loads(asks)}
    inside = list(ast.walk(node))
    bound = {n for each in inside if isinstance(each, ast.comprehension) for n in stores(each.target)}
    bound |= {n for each in inside if isinstance(each, (ast.For, ast.While)) for n in stores(each)}
    return bool(read & rows) and bool(read & bound)


def is_question(node: ast.stmt) -> bool:
    """`number = int(value)`, `array = value.numpy()`."""
    value = node.value if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else None
    return value is not None and isinstance(_inner(value), ast.Name)


def _inner(node: ast.AST) -> ast.expr | None:
    """`E` of `int(E)`, `E.numpy()`, `int(E.numpy())`; None where no value is asked for."""
    if not isinstance(node, ast.Call):
        return None
    found: ast.expr | None = None
    if isinstance(node.func, ast.Attribute) and node.func.attr in _READS and not node.args:
        found = node.func.value
    elif isinstance(node.func, ast.Name) and node.func.id in _CONVERSIONS and len(node.args) == 1:
        found = node.args[0]
    return None if found is None else _inner(found) or found


class _Apart(ast.NodeTransformer):
    """Gives names to the tensor code whose value is asked for, and to the answers."""

    def __init__(self, code: Code, rows: set[str], taken: set[str]) -> None:
        self.code, self.rows, self.taken = code, rows, taken
        self.found: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inner = _inner(node)
        if inner is None or not {name.id for name in loads(inner)} & self.rows:
            return self.generic_visit(node)
        self.code.settled.append(self.code.module.span(node))
        named = inner if isinstance(inner, ast.Name) else self._named(inner, "value")
        question: ast.expr = put(inner, named, node)
        return self._named(question, "number")

    def question(self, test: ast.expr, conversion: str) -> ast.Name:
        """A name for `bool(test)`."""
        value = self._named(test, "value")
        return self._named(ast.Call(ast.Name(conversion, ast.Load()), [value], []), "chosen", test)

    def _named(self, value: ast.expr, base: str, where: ast.AST | None = None) -> ast.Name:
        name = free(base, self.taken)
        self.taken.add(name)
        place = where or value
        self.found.append(at(ast.Assign([ast.Name(name, ast.Store())], value), place))
        return at(ast.Name(name, ast.Load()), place)


def with_lengths(lines: Iterable[ast.stmt], items: set[str], taken: set[str]) -> Iterator[ast.stmt]:
    """The statements, with names for the lengths of sequences that they compute with.

    A length that divides or multiplies is a float there, as it becomes one with a tensor.
    """
    for line in lines:
        if isinstance(line, ast.For):
            yield line
            continue
        factors = [o for n in ast.walk(line) if _scales(n) for o in (n.left, n.right)]  # type: ignore[attr-defined]
        for call in [n for n in ast.walk(line) if isinstance(n, ast.Call) and _is_length(n, items)]:
            name = free(f"{ast.unparse(call.args[0])}_length", taken)
            taken.add(name)
            value = ast.Call(ast.Name("float", ast.Load()), [call], []) if call in factors else call
            yield at(ast.Assign([ast.Name(name, ast.Store())], value), call)
            line = put(call, at(ast.Name(name, ast.Load()), call), line)
        yield line


def _scales(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mult))


def _is_length(call: ast.Call, items: set[str]) -> bool:
    plain = isinstance(call.func, ast.Name) and call.func.id == "len" and len(call.args) == 1
    return plain and isinstance(call.args[0], ast.Name) and call.args[0].id in items


def decides(body: Sequence[ast.stmt], name: str, names: Mapping[str, str]) -> bool:
    """Whether a name holds a whole number, a truth value or a text, of which examples can share one."""
    known = {each for each, kind in names.items() if kind == "python"} - {n for s in body for n in stores(s)}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            if _is_whole(statement.value, known):
                known.add(statement.targets[0].id)
            else:
                known.discard(statement.targets[0].id)
    return name in known


def _is_whole(value: ast.expr, known: set[str]) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, (int, str, bool))
    if isinstance(value, ast.Name):
        return value.id in known
    if isinstance(value, (ast.Compare, ast.BoolOp)) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    ):
        return True
    if isinstance(value, ast.BinOp):
        return (
            not isinstance(value.op, ast.Div)
            and _is_whole(value.left, known)
            and _is_whole(value.right, known)
        )
    if isinstance(value, ast.IfExp):
        return _is_whole(value.body, known) and _is_whole(value.orelse, known)
    called = ast.unparse(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""
    return called in _WHOLE
