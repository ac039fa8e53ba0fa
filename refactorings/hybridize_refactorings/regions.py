"""Pieces of a function that could stand as a function of their own, and what goes into and comes out of them.

Extract method, as in refactoring tools: a run of statements of one block, or one expression.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from hybridize_refactorings.names import (
    Function,
    Names,
    bound_by_header,
    captured,
    exposed,
    loads,
    name_of,
    own_nodes,
    parameters,
    stores,
)
from hybridize_refactorings.refusals import Refused

Chain = tuple[tuple[Sequence[ast.stmt], int], ...]

_FORBIDDEN = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Delete, ast.Import, ast.ImportFrom, ast.NamedExpr,
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.AsyncFor, ast.AsyncWith, ast.Try, ast.Match, ast.Raise,
    ast.Assert,
)  # fmt: skip
_FRAME_READERS = frozenset({"super", "__class__", "locals", "vars", "globals", "dir", "exec", "eval"})
_BY_NAME = frozenset({"locals", "exec", "eval"})
_OF_THE_FRAME = frozenset({"vars", "dir"})
"""Builtins that speak of local variables where they are given nothing."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OPERATIONS = (ast.Call, ast.BinOp, ast.AugAssign, ast.Compare)


@dataclass(frozen=True, slots=True)
class Region:
    """A run of statements (`expression` None), or one expression of the statement that `nodes` holds.

    chain: from the body of the function inwards, each block with the position of the statement that leads on; the
    last is the block of the region itself, with its first statement.
    returns: whether the last statement is a `return`.
    """

    nodes: tuple[ast.stmt, ...]
    chain: Chain
    expression: ast.expr | None = None

    @property
    def returns(self) -> bool:
        return self.expression is None and isinstance(self.nodes[-1], ast.Return)

    @property
    def content(self) -> tuple[ast.AST, ...]:
        return self.nodes if self.expression is None else (self.expression,)

    @property
    def in_loop(self) -> bool:
        """Whether a loop of the function surrounds it."""
        return any(isinstance(block[at], (ast.For, ast.While)) for block, at in self.chain[:-1])

    @property
    def operations(self) -> int:
        """Calls and arithmetic in it: how much there is to gain, roughly."""
        return sum(isinstance(each, _OPERATIONS) for node in self.content for each in ast.walk(node))


@dataclass(frozen=True, slots=True)
class Flow:
    """What a region takes from its function and gives back, both in the order of the text.

    again: its statements that are repeated behind it, for names that a graph cannot give back.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    again: tuple[ast.Assign, ...] = ()


def runs(function: Function, allowed: Callable[[ast.stmt], bool]) -> Iterator[Region]:
    """The longest runs of allowed statements, in every block outside `try`."""
    for chain, block in _blocks(function.body, ()):
        start: int | None = None
        for at in range(len(block) + 1):
            fits = at < len(block) and allowed(block[at])
            if fits and start is None:
                start = at
            if start is not None and (not fits or isinstance(block[at], ast.Return)):
                stop = at + 1 if fits else at
                yield Region(tuple(block[start:stop]), (*chain, (block, start)))
                start = None


def expressions(function: Function, allowed: Callable[[ast.expr], bool]) -> Iterator[Region]:
    """The largest allowed expressions of every statement outside `try`."""
    for chain, block in _blocks(function.body, ()):
        for at, statement in enumerate(block):
            for part in ast.iter_child_nodes(statement):
                for found in _largest(part, allowed):
                    yield Region((statement,), (*chain, (block, at)), found)


def movable(node: ast.AST) -> bool:
    """Whether a statement or expression means the same in another function (given its names).

    A `return` is movable as a statement of its own, and not inside another.
    """
    for each in ast.walk(node):
        if isinstance(each, _FORBIDDEN) or (isinstance(each, ast.Name) and each.id in _FRAME_READERS):
            return False
        if isinstance(each, ast.Return) and each is not node:
            return False
    return not _jumps_out(node, in_loop=False)


def flow(function: Function, region: Region, local: Names) -> Flow | Refused:
    """Inputs and outputs, or one sentence why they cannot be told.

    local: names of the function, and of the functions around it.
    """
    if region.expression is not None:
        return Flow(_ordered_reads([region.expression], local), ())
    if readers := sorted(_frame_readers(function)):
        return Refused(f"`{readers[0]}` may read any variable of the function by its name")
    reads, ends = exposed(region.nodes)
    reads &= local
    written = dict.fromkeys(name for node in region.nodes for name in stores(node))
    outside = captured_outside(function, region)
    if shared := sorted(outside & set(written)):
        return Refused(f"`{shared[0]}` is read by a function inside, which may run later")
    later = _read_later(region)
    outputs = [name for name in written if name in later] if ends is not None else []
    defined = _defined_before(function, region)
    carried = [name for name in outputs if ends is not None and name not in ends]
    needed = (reads | set(carried)) & frozenset(local)
    own = frozenset(written) | _bound_somewhere(function)
    if unset := sorted(name for name in needed if name in own and name not in defined):
        return Refused(f"`{unset[0]}` may be unset before the part that would be moved")
    if (twice := _compared_alias(function, region, outputs)) is not None:
        return Refused(
            f"`{twice}` is another name of a tensor that is moved with it, and identity is asked for"
        )
    ordered = [name for name in _ordered_reads(region.nodes, local) if name in needed]
    return Flow(tuple(dict.fromkeys([*ordered, *carried])), tuple(outputs))


def repeatable(region: Region, name: str) -> ast.Assign | None:
    """The statement that alone gives a name its value, where it only reads what the region leaves as it is.

    `variables = model.trainable_variables`, or a list of such.
    """
    nodes = [each for node in region.content for each in ast.walk(node)]
    if any(isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store) for each in nodes):
        return None
    bound = [each for node in region.nodes for each in stores(node)]
    setting = [
        node
        for node in region.nodes
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == [name]
    ]
    if len(setting) != 1 or bound.count(name) != 1:
        return None
    value = setting[0].value
    parts = value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]
    reads = all(isinstance(part, ast.Attribute) and _root(part) not in {None, *bound} for part in parts)
    return setting[0] if reads else None


def _root(node: ast.expr) -> str | None:
    """The name that an attribute of an attribute begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _frame_readers(function: Function) -> set[str]:
    """Builtins that a function calls and that reach its variables by their names."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    named = ((call.func.id, call.args) for call in calls if isinstance(call.func, ast.Name))
    return {name for name, args in named if name in _BY_NAME or (name in _OF_THE_FRAME and not args)}


def _compared_alias(function: Function, region: Region, outputs: Sequence[str]) -> str | None:
    """A result that a part sets to another variable's object, where the function compares it by identity."""
    assigned = (node for part in region.nodes for node in ast.walk(part) if isinstance(node, ast.Assign))
    aliases = {
        target.id
        for node in assigned
        if isinstance(node.value, ast.Name)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in outputs
    }
    compared = (node for node in ast.walk(function) if isinstance(node, ast.Compare))
    asked = {
        part.id
        for node in compared
        if any(isinstance(operator, (ast.Is, ast.IsNot)) for operator in node.ops)
        for part in (node.left, *node.comparators)
        if isinstance(part, ast.Name)
    }
    return next(iter(sorted(aliases & asked)), None)


def captured_outside(function: Function, region: Region) -> set[str]:
    """Names that functions defined outside the region (but in its function) read when they are called."""
    inside = {id(each) for node in region.content for each in ast.walk(node)}
    found: set[str] = set()
    for node in own_nodes(function):
        if id(node) not in inside and isinstance(
            node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
        ):
            found.update(captured(node))
    return found


def _blocks(block: Sequence[ast.stmt], chain: Chain) -> Iterator[tuple[Chain, Sequence[ast.stmt]]]:
    yield chain, block
    for at, statement in enumerate(block):
        if isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
            here = (*chain, (block, at))
            yield from _blocks(statement.body, here)
            if not isinstance(statement, ast.With) and statement.orelse:
                yield from _blocks(statement.orelse, here)


def _largest(node: ast.AST, allowed: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    # Other scopes have names of their own; positions inside f-strings are wrong before Python 3.12.
    if isinstance(node, (ast.stmt, ast.Lambda, ast.JoinedStr, *_COMPREHENSIONS)):
        return
    if isinstance(node, ast.expr) and allowed(node):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _largest(child, allowed)


def _jumps_out(node: ast.AST, *, in_loop: bool) -> bool:
    if isinstance(node, (ast.Break, ast.Continue)):
        return not in_loop
    if isinstance(node, (ast.For, ast.While)):
        inside = any(_jumps_out(child, in_loop=True) for child in node.body)
        return inside or any(_jumps_out(child, in_loop=in_loop) for child in node.orelse)
    return any(_jumps_out(child, in_loop=in_loop) for child in ast.iter_child_nodes(node))


def _ordered_reads(nodes: Sequence[ast.AST], local: Names) -> tuple[str, ...]:
    found = (name for node in nodes for name in _reads_and_changes(node))
    return tuple(dict.fromkeys(name for name in found if name in local))


def _reads_and_changes(node: ast.AST) -> Iterator[str]:
    changed = (
        each.target
        for each in ast.walk(node)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    )
    found = [*loads(node), *changed]
    yield from (name.id for name in sorted(found, key=lambda each: (each.lineno, each.col_offset)))


def _bound_somewhere(function: Function) -> Names:
    return frozenset(name for statement in function.body for name in stores(statement))


def _defined_before(function: Function, region: Region) -> Names:
    """Names that are certainly bound when the region is reached."""
    defined: Names | None = frozenset(parameters(function.args))
    for depth, (block, at) in enumerate(region.chain):
        _, defined = exposed(block[:at], defined or frozenset())
        if defined is None:
            return frozenset()
        if depth + 1 < len(region.chain):
            defined |= bound_by_header(block[at], region.chain[depth + 1][0])
    return defined or frozenset()


def _read_later(region: Region) -> set[str]:
    """Names that may be read behind the region, by the statements that may run then, before these set them.

    The next turn of a loop reads what its body reads before it sets that; the target of a `for` is set by the turn itself.
    """
    block, at = region.chain[-1]
    rest = block[at + len(region.nodes) :]
    found, anew = set(exposed(rest)[0]), _bound_on_every_way(rest)
    for depth in range(len(region.chain) - 2, -1, -1):
        block, at = region.chain[depth]
        statement, inner = block[at], region.chain[depth + 1]
        if isinstance(statement, (ast.For, ast.While)):
            header = statement.test if isinstance(statement, ast.While) else None
            again, _ = exposed(inner[0], bound_by_header(statement, inner[0]))
            found |= (again | {name.id for name in (loads(header) if header else ())}) - anew
            found |= exposed(statement.orelse)[0] - anew
        rest = block[at + 1 :]
        found |= exposed(rest)[0] - anew
        anew |= _bound_on_every_way(rest)
    return found


def _bound_on_every_way(rest: Sequence[ast.stmt]) -> Names:
    """Names that statements set on every way out of their block: those before one that may leave it."""
    straight = takewhile(lambda each: not any(map(_may_leave, ast.walk(each))), rest)
    return exposed(straight)[1] or frozenset()


def _may_leave(node: ast.AST) -> bool:
    """Whether a statement goes elsewhere than behind it, or is a `with suppress(…)`, which may leave what stands in it."""
    if isinstance(node, ast.With):
        calls = (item.context_expr for item in node.items)
        return any(isinstance(call, ast.Call) and name_of(call.func) == "suppress" for call in calls)
    return isinstance(node, (ast.Break, ast.Continue))
