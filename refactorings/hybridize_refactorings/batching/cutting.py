"""Takes what a driver computes itself out of it, as cells: runs of statements, and expressions around calls.

What is called in the middle of it (drivers, other cells) and what is looked up in Python data becomes a parameter of the new
cell: so results of cells meet in cells only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from hybridize_refactorings.batching.driving import Driver, one_row
from hybridize_refactorings.batching.pieces import free_name, taken_out
from hybridize_refactorings.batching.rewrite import Piece
from hybridize_refactorings.extraction import first_line
from hybridize_refactorings.names import (
    NONE,
    Function,
    Names,
    free,
    loads,
    local_names,
    name_of,
    own_nodes,
    parameters,
    stores,
)
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region, flow, movable, runs
from hybridize_refactorings.subjects import Span

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PLAIN = (ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Starred)


def cut(driver: Driver, statements: Collection[ast.stmt] | None = None) -> tuple[Piece, ...] | Refused:
    """Cells for all that a driver computes itself; or one sentence with the line why a part cannot be one.

    statements: those to look at, with what is in them (None: all).  What joins the results of a loop there stays.
    """
    function = driver.subject.node
    inside = None if statements is None else {id(n) for s in statements for n in ast.walk(s)}
    pieces: list[Piece] = []
    names: list[str] = []
    done: set[int] = set()
    found: list[tuple[Region, Names]] = []
    scope = statements is not None
    sums = _sums(function) if scope else {}
    for run in runs(function, lambda each: id(each) not in sums and _is_computation(driver, each)):
        if scope and not run.in_loop:
            continue  # it runs once, with the results of all examples
        for region in _independent(driver, run):
            if id(region.nodes[0]) not in done:
                found.append((region, NONE))
                done |= {id(inner) for node in region.nodes for inner in ast.walk(node)}
    found += [each for each in _expressions(driver, sums, joins=scope) if id(each[0].nodes[0]) not in done]
    for region, around in sorted(found, key=lambda each: first_line(each[0])):
        if inside is None or id(region.nodes[0]) in inside:
            made = _taken(driver, region, names, around)
            if isinstance(made, Refused):
                return made
            pieces.append(made)
    return tuple(pieces)


def _independent(driver: Driver, region: Region) -> Iterator[Region]:
    """A run of statements, cut where a call of a cell or driver reads what the run has computed before."""
    block, at = region.chain[-1]
    start, written = 0, set[str]()
    for position, statement in enumerate(region.nodes):
        calls = [each for each in ast.walk(statement) if each in driver.inner]
        if any(name.id in written for call in calls for name in loads(call)):
            yield Region(region.nodes[start:position], (*region.chain[:-1], (block, at + start)))
            start, written = position, set()
        written |= set(stores(statement))
    yield Region(region.nodes[start:], (*region.chain[:-1], (block, at + start)))


def _sums(function: Function) -> dict[int, ast.expr]:
    """What statements in loops add to a name that they bind anew, by the statement: `total += x`, `total = total + x`.

    In a cell, each of these additions would wait for the one before; as they stand, all are executed at once.
    """
    loops = (each for each in own_nodes(function) if isinstance(each, (ast.For, ast.While)))
    inside = (each for loop in loops for each in ast.walk(loop) if isinstance(each, ast.stmt))
    return {id(each): added for each in inside if (added := _summand(each)) is not None}


def _summand(statement: ast.stmt) -> ast.expr | None:
    target: ast.expr
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        target, added = statement.target, statement.value
    elif (
        isinstance(statement, ast.Assign)
        and len(statement.targets) == 1
        and isinstance(statement.value, ast.BinOp)
        and isinstance(statement.value.op, ast.Add)
        and ast.unparse(statement.value.left) == ast.unparse(statement.targets[0])
    ):
        target, added = statement.targets[0], statement.value.right
    else:
        return None
    if not isinstance(target, ast.Name) or any(each.id == target.id for each in loads(added)):
        return None
    return added


def _is_computation(driver: Driver, statement: ast.stmt) -> bool:
    """Whether a whole statement can be in a cell: it computes, and changes nothing but local names."""
    if isinstance(statement, (ast.For, ast.If)):
        parts = [*statement.body, *statement.orelse]
        if driver.leads_on(statement) or not movable(statement):
            return False
        return all(_is_computation(driver, part) for part in parts)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)) or not movable(
        statement
    ):
        return False
    if isinstance(statement, ast.AugAssign) and not isinstance(statement.target, ast.Name):
        return False
    if any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in _targets(statement)):
        return False
    return driver.computes_around(statement)


def _targets(statement: ast.stmt) -> Sequence[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, (ast.AnnAssign, ast.AugAssign)) else []


def _expressions(
    driver: Driver, sums: Mapping[int, ast.expr], *, joins: bool
) -> Iterator[tuple[Region, Names]]:
    """The largest expressions that compute, statement by statement, with the names that comprehensions around bind.

    sums: what statements add to a name, of which only that is looked at.
    """
    waiting: list[tuple[Sequence[ast.stmt], tuple[tuple[Sequence[ast.stmt], int], ...]]] = [
        (driver.subject.node.body, ())
    ]
    while waiting:
        block, chain = waiting.pop(0)
        for at, statement in enumerate(block):
            here = (*chain, (block, at))
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list) and isinstance(
                    statement, (ast.If, ast.For, ast.While, ast.With, ast.Try)
                ):
                    waiting.append((inner, here))
            for part in [sums[id(statement)]] if id(statement) in sums else _own_parts(statement):
                for found, around in _largest(driver, part, NONE, joins=joins):
                    yield Region((statement,), here, found), around


def _own_parts(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.With)):
        return []
    return [node for node in ast.iter_child_nodes(statement) if isinstance(node, ast.expr)]


def _largest(
    driver: Driver, node: ast.AST, around: Names, *, joins: bool
) -> Iterator[tuple[ast.expr, Names]]:
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.expr) and driver.computes(node) and not (joins and _joins(driver, node)):
        yield node, around
        return
    if isinstance(node, _COMPREHENSIONS):
        around |= {name for each in node.generators for name in stores(each.target)}
    for child in ast.iter_child_nodes(node):
        yield from _largest(driver, child, around, joins=joins)


def _joins(driver: Driver, node: ast.AST) -> bool:
    """Whether it joins what a comprehension over examples gives, and comes after the cells of all of them."""
    return any(isinstance(each, _COMPREHENSIONS) and driver.leads_on(each) for each in ast.walk(node))


def _taken(
    driver: Driver, region: Region, names: list[str], around: frozenset[str] = NONE
) -> Piece | Refused:
    """One region as a cell.  around: names that comprehensions around it bind."""
    subject = driver.subject
    line = region.nodes[0].lineno
    local = local_names(subject.node)
    own = driver.receiver
    lifts = _lifts(driver, region, own)
    taken = flow(subject.node, region, local | around)
    if isinstance(taken, Refused):
        return taken.at(line)
    lifted_nodes = {id(n) for _, node in lifts for n in ast.walk(node)}
    inside = [each for node in region.content for each in ast.walk(node) if id(each) not in lifted_nodes]
    if inner := [each for each in inside if each in driver.inner]:
        return Refused(
            f"line {inner[0].lineno} computes with each result of a comprehension, and joins them, in one expression"
        )
    left = _free_names(region, lifted_nodes)
    inputs = [name for name in taken.inputs if name in left and name != own]
    parameters_of = _named(driver, lifts, {*inputs, *taken.outputs, *left})
    uses_self = own is not None and own in left
    lifted: dict[Span, str] = {}
    arguments: dict[str, str] = {}
    for name, node in parameters_of:
        lifted[subject.module.span(node)] = name
        arguments[name] = subject.module.source(node)
    name = free_name(subject.node, subject.module, names)
    names.append(name)
    order = (*inputs, *dict.fromkeys(each for each, _ in parameters_of))
    mend = taken_out(
        subject, region, name, Flow(order, taken.outputs), lifted, arguments, own if uses_self and own else ""
    )
    if isinstance(mend, Refused):
        return mend.at(line)
    prefix = subject.report.qualname.removesuffix(subject.node.name) if uses_self else ""
    return Piece(subject.report, mend, prefix + name)


def _free_names(region: Region, without: Collection[int]) -> list[str]:
    found = [
        each.id
        for node in region.content
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and id(each) not in without
    ]
    return list(dict.fromkeys(found))


def _lifts(driver: Driver, region: Region, own: str | None) -> list[tuple[str, ast.expr]]:
    """The largest parts that are Python, or calls of drivers and cells, with a proposal for a name."""
    written = {name for node in region.nodes for name in stores(node)} if region.expression is None else set()
    local = local_names(driver.subject.node)
    found: list[tuple[str, ast.expr]] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Lambda) or (isinstance(node, _COMPREHENSIONS) and not driver.leads_on(node)):
            return
        if isinstance(node, ast.expr) and _is_lifted(driver, node, own, local, written):
            found.append((_proposal(node), node))
            return
        for child in _of_one_row(node) or ast.iter_child_nodes(node):
            visit(child)

    for content in region.content:
        visit(content)
    return found


def _of_one_row(node: ast.AST) -> list[ast.expr]:
    """Of `i:i + 1` both places of `i`: with one parameter, the cell is seen to look up one row."""
    if not isinstance(node, ast.Slice) or one_row(node) is None:
        return []
    assert node.lower is not None
    assert isinstance(node.upper, ast.BinOp)
    return [node.lower, node.upper.left]


def _is_lifted(
    driver: Driver, node: ast.expr, own: str | None, local: Collection[str], written: Collection[str]
) -> bool:
    if isinstance(node, ast.Call) and node in driver.inner:
        return True
    if isinstance(node, _COMPREHENSIONS) and driver.leads_on(node):
        return not driver.computes_inside(node)
    if (
        isinstance(node, _PLAIN)
        or driver.computes(node)
        or driver.computes_inside(node)
        or driver.touches(node)
    ):
        return False
    names = {
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }
    data = names & (set(local) - {own})
    if names & set(written) or not data or isinstance(getattr(node, "ctx", None), ast.Store):
        return False
    return isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.IfExp, ast.Compare))


def _proposal(node: ast.expr) -> str:
    """A name for what an expression gives."""
    target = node
    while isinstance(target, (ast.Call, ast.Subscript)):
        target = target.func if isinstance(target, ast.Call) else target.value
    text = re.sub(r"\W", "", name_of(target) or "").strip("_")
    return text if isinstance(node, ast.Attribute) and text else f"{text}_result" if text else "value"


def _named(
    driver: Driver, lifts: Sequence[tuple[str, ast.expr]], taken: Collection[str]
) -> list[tuple[str, ast.expr]]:
    """Parameters for what is lifted: the same one for the same text of Python data, another one for each call."""
    used = {*taken, *parameters(driver.subject.node.args)}
    by_text: dict[str, str] = {}
    named = []
    for proposal, node in lifts:
        text = ast.unparse(node)
        if text in by_text and node not in driver.inner:
            named.append((by_text[text], node))
            continue
        name = free(proposal, used)
        used.add(name)
        by_text[text] = name
        named.append((name, node))
    return named
