"""Variables that are bound again after a lambda, a generator or a class captured them: Python lets these see it.

AutoGraph makes functions of the bodies of loops and branches.  A variable is then local to one turn or one branch, unless
what follows reads it, and AutoGraph does not count what lambdas, generator expressions and methods of classes read:

    for k in range(3):
        scales.append(lambda v: v * k)   # all of them multiply by 2 in Python, by 0, 1 and 2 in the graph

A nested `def` counts, and so does nothing that is over before the variable is bound again: only what is kept matters.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Bound, Function, Hybrid, Ref, Value, parts_of
from hybridize_analyzer.interpreter.tracing.places import COMPREHENSIONS
from hybridize_analyzer.program.code import (
    FunctionCode,
    bound_names,
    children,
    found_once,
    parameter_names,
    walk,
)

Block = ast.If | ast.For | ast.AsyncFor | ast.While
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_Path = tuple[Block, ...]
_Position = tuple[int, int]
_NO_NAMES: frozenset[str] = frozenset()


def note_bound_again(state: State, frame: Frame, block: Block) -> None:
    """Notes what a block has bound again for something that captured it and is still there behind the block."""
    code = frame.function
    if code is None or isinstance(code.node, ast.Lambda) or code.unconverted is not None:
        return
    for capture in found_once(code.node, _captures).get(block, ()):
        if _is_kept(state, frame, block, capture.scope):
            message = f"`{capture.name}` is bound again after {capture.what} captured it, which does not see that in a graph"
            state.emit(frame, capture.scope, Kind.CONTROL, message)


@dataclass(frozen=True, slots=True)
class _Capture:
    """A variable that a scope reads when it runs, and that a block binds after the scope was made."""

    scope: ast.AST
    name: str

    @property
    def what(self) -> str:
        kinds = {ast.Lambda: "a lambda", ast.ClassDef: "a class", ast.GeneratorExp: "a generator"}
        return kinds.get(type(self.scope), "a lazy call")


def _is_kept(state: State, frame: Frame, block: Block, scope: ast.AST) -> bool:
    """Whether a lambda may be called after the block has bound a variable again; what else is found here is."""
    if not isinstance(scope, ast.Lambda):
        return True
    code = frame.module.by_node[scope]
    assert isinstance(code, FunctionCode)
    if not state.heap.is_callable_fresh(code, frozenset({*frame.allocated, frame.env})):
        return True
    return any(
        _reaches(state, frame, value, code) and _is_read_after(frame, block, scope, name)
        for name, value in frame.names.items()
    )


def _reaches(state: State, frame: Frame, value: Value, code: FunctionCode) -> bool:
    """Whether a function is found in a value, or in the objects of this call that it refers to."""
    pending, seen = [*value], set[object]()
    while pending:
        atom = pending.pop()
        if atom in seen:
            continue
        seen.add(atom)
        if isinstance(atom, Function) and atom.code is code:
            return True
        if isinstance(atom, (Bound, Hybrid)):
            pending.append(atom.function)
        if isinstance(atom, Bound):
            pending.append(atom.receiver)
        elif isinstance(atom, Ref) and atom.key in frame.allocated:
            pending += [each for held in state.heap[atom.key].fields.values() for each in held]
        pending += [each for part in parts_of(atom) for each in part]
    return False


def _is_read_after(frame: Frame, block: Block, scope: ast.Lambda, name: str) -> bool:
    """Whether a variable is read where the lambda in it may see the difference: behind the block, or in a later turn.

    A lambda of the block itself is there in a later turn unless every turn sets the variable before it reads it.
    """
    assert frame.function is not None
    end = block.end_lineno or block.lineno
    if any(line > end for line in _lines(frame.function.node, name)):
        return True
    inside = min(_lines(block, name), default=None)
    if inside is None or block.lineno > scope.lineno:
        return inside is not None
    return isinstance(block, _LOOPS) and not any(
        s.lineno < inside and any(name in bound_names(n) for t in s.targets for n in walk(t))
        for s in block.body
        if isinstance(s, ast.Assign)
    )


def _lines(root: ast.AST, name: str) -> Iterator[int]:
    for node in walk(root):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node.lineno


@dataclass(slots=True)
class _Body:
    """Where a function binds its variables, and where it makes what reads them later, each with the blocks around it."""

    bindings: dict[str, list[tuple[_Path, _Position]]] = field(default_factory=dict)
    makers: list[tuple[ast.expr | ast.stmt, _Path, frozenset[str]]] = field(default_factory=list)


def _captures(root: ast.AST) -> dict[Block, list[_Capture]]:
    """For each block the variables that it binds again after something has captured them."""
    found: dict[Block, list[_Capture]] = {}
    body = _read(root)
    for scope, path, names in body.makers:
        for name in sorted(names):
            for bound, position in body.bindings.get(name, ()):
                for block in _blocks_between(path, bound, later=position > _position(scope)):
                    capture = _Capture(scope, name)
                    if capture not in found.setdefault(block, []):
                        found[block].append(capture)
    return found


def _blocks_between(made: _Path, bound: _Path, *, later: bool) -> Iterator[Block]:
    """The blocks at whose ends something made at one place no longer sees what is bound at the other."""
    common = 0
    while common < min(len(made), len(bound)) and made[common] is bound[common]:
        common += 1
    yield from (block for block in made[:common] if isinstance(block, _LOOPS))
    if later and made != bound:
        yield (bound if len(bound) > common else made)[common]


def _read(root: ast.AST) -> _Body:
    body = _Body()
    statements: list[ast.AST] = [*getattr(root, "body", ())]
    pending: list[tuple[ast.AST, ast.AST, _Path, frozenset[str]]] = [
        (s, root, (), _NO_NAMES) for s in statements
    ]
    while pending:
        node, parent, path, hidden = pending.pop()
        for name in bound_names(node):
            if name not in hidden:
                body.bindings.setdefault(name, []).append((path, _position(node)))
        inside: list[ast.AST] = children(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inside = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif isinstance(node, _BLOCKS):
            header = node.test if isinstance(node, (ast.If, ast.While)) else node.iter
            pending.append((header, node, path, hidden))
            inside.remove(header)
            path = (*path, node)
        elif isinstance(node, ast.ClassDef):
            methods = [f for f in node.body if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))]
            body.makers.append((node, path, _free(methods) - hidden))
            inside = [*node.decorator_list, *node.bases]
        elif isinstance(node, ast.Lambda):
            body.makers.append((node, path, _free([node]) - hidden))
            hidden = hidden | {*parameter_names(node.args)}
        elif isinstance(node, COMPREHENSIONS):
            if isinstance(node, ast.GeneratorExp) and not _is_used_up(node, parent):
                body.makers.append((node, path, _free([node.elt, *node.generators]) - hidden))
            targets = [n for g in node.generators for n in walk(g.target)]
            hidden = hidden | {name for n in targets for name in bound_names(n)}
        elif (
            isinstance(node, ast.Call) and _name(node) in ("map", "filter") and not _is_used_up(node, parent)
        ):
            body.makers.append(
                (node, path, _free([a for a in node.args[:1] if isinstance(a, ast.Lambda)]) - hidden)
            )
        pending += [(child, node, path, hidden) for child in inside]
    return body


def _is_used_up(node: ast.expr, parent: ast.AST) -> bool:
    """Whether what is around a lazy sequence goes through it at once, and does not keep it."""
    if isinstance(parent, ast.Call) and node in parent.args:
        return _name(parent) not in _KEEPERS
    return isinstance(parent, (ast.For, ast.comprehension, ast.Starred, ast.Return))


_KEEPERS = frozenset(
    """append appendleft add insert put setdefault iter map filter zip enumerate chain islice starmap accumulate cycle
    tee partial""".split()
)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _free(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Names that are read in what runs later, without those that are bound there."""
    parts = [part for node in nodes for part in walk(node)]
    read = {p.id for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Load)}
    bound = {name for p in parts for name in bound_names(p)}
    return frozenset(read - bound - {p.arg for p in parts if isinstance(p, ast.arg)})


def _position(node: ast.AST) -> _Position:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
