"""Where a scope begins: above a recursion or loop, functions hand its results on, up to the one that uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.report import FunctionReport, Location

from hybridize_refactorings.batching.cutting import cut
from hybridize_refactorings.batching.driving import Driver, driver_of, value_read
from hybridize_refactorings.batching.pieces import decorated, scoped
from hybridize_refactorings.batching.purity import changes_variables, objection
from hybridize_refactorings.batching.rewrite import Piece, Plan
from hybridize_refactorings.batching.scene import Place, Scene

_BINDING = frozenset(
    {"write", "slots", "variable", "lazy", "output", "eager-only", "python-value", "numpy", "control"}
)


def plan_from(scene: Scene, bottom: FunctionReport, also: Sequence[FunctionReport] = ()) -> Plan:
    """Cells below, and scopes above, a function that walks through data (and others that walk with it).

    bottom: the function.  Above it, functions that only hand on what they get are drivers as well.
    """
    drivers: dict[Place, FunctionReport] = {(f.path, f.line): f for f in (bottom, *also)}
    scopes = list(_climb(scene, bottom, drivers))
    if not scopes:
        return f"`{bottom.qualname}` (line {bottom.line}) is not called from a function: a scope needs one"
    places = frozenset(drivers) | {(f.path, f.line) for f, _ in scopes}
    pieces: list[Piece] = []
    for function in drivers.values():
        made = _driver_pieces(scene, function, places, None)
        if isinstance(made, str):
            return made
        pieces += made
    found = [scope_pieces(scene, function, sites, places) for function, sites in _by_function(scopes)]
    reasons = [each for each in found if isinstance(each, str)]
    if len(reasons) == len(found):
        return reasons[0]
    pieces += [piece for each in found if not isinstance(each, str) for piece in each]
    cells = _cells(scene, list(drivers.values()), places)
    if isinstance(cells, str):
        return cells
    pieces += cells
    if not any(piece.cell for piece in pieces):
        return f"`{bottom.qualname}` (line {bottom.line}) calls nothing that could be a cell"
    return tuple(pieces)


def _climb(
    scene: Scene, function: FunctionReport, drivers: dict[Place, FunctionReport]
) -> Iterator[tuple[FunctionReport, Location]]:
    """The calls at which scopes are needed; the functions on the way to them join the drivers."""
    for caller, site in scene.callers(function):
        place = (caller.path, caller.line)
        if place in drivers:
            continue
        if _hands_on(scene, caller):
            drivers[place] = caller
            yield from _climb(scene, caller, drivers)
        else:
            yield caller, site


def _hands_on(scene: Scene, function: FunctionReport) -> bool:
    """Whether a function does nothing that needs the results at once, and is called from another one."""
    if function.hybrid or any(h.kind in _BINDING and h.direct for h in function.hazards):
        return False
    subject = scene.subject(function)
    if subject is None or not scene.callers(function):
        return False
    return not any(isinstance(each, (ast.With, ast.For, ast.While)) for each in ast.walk(subject.node))


def _by_function(
    scopes: Sequence[tuple[FunctionReport, Location]],
) -> list[tuple[FunctionReport, list[Location]]]:
    found: dict[Place, tuple[FunctionReport, list[Location]]] = {}
    for function, site in scopes:
        found.setdefault((function.path, function.line), (function, []))[1].append(site)
    return [found[place] for place in sorted(found)]


def _driver_pieces(
    scene: Scene, function: FunctionReport, drivers: frozenset[Place], statements: list[ast.stmt] | None
) -> tuple[Piece, ...] | str:
    subject = scene.subject(function)
    if subject is None:
        return f"`{function.qualname}` (line {function.line}) cannot be edited"
    driver = driver_of(scene, subject, drivers)
    for part in statements if statements is not None else subject.node.body:
        if (read := value_read(driver, part)) is not None:
            return _needed(read)
    return cut(driver, statements)


def _needed(read: ast.AST) -> str:
    assert isinstance(read, ast.expr)
    return f"`{ast.unparse(read)}` needs the value of a result (line {read.lineno})"


def scope_pieces(
    scene: Scene, function: FunctionReport, sites: Sequence[Location], drivers: frozenset[Place]
) -> tuple[Piece, ...] | str:
    """Scopes around the statements of a function in which the calls at these places stand."""
    subject = scene.subject(function)
    if subject is None:
        return f"`{function.qualname}` (line {function.line}) cannot be edited"
    spans = {subject.module.located(site) for site in sites}
    driver = driver_of(scene, subject, drivers)
    pieces: list[Piece] = []
    reason = f"`{function.qualname}` (line {function.line}) has no statement for a scope"
    for statement in _statements(driver, subject.node.body, spans):
        read = value_read(driver, statement)
        mend = scoped(subject, [statement]) if read is None else _needed(read)
        made = cut(driver, [statement]) if not isinstance(mend, str) else mend
        if isinstance(mend, str) or isinstance(made, str):
            reason = str(made)
        else:
            pieces += [Piece(function, mend), *made]
    return tuple(pieces) or reason


def _statements(driver: Driver, block: Sequence[ast.stmt], spans: set[tuple[int, int]]) -> Iterator[ast.stmt]:
    """The outermost statements around the calls that are no more than a loop over examples."""
    for statement in block:
        inside = [
            each
            for each in ast.walk(statement)
            if isinstance(each, ast.Call) and driver.subject.module.span(each) in spans
        ]
        if not inside:
            continue
        blocks = [
            inner
            for field in ("body", "orelse", "finalbody")
            if isinstance(inner := getattr(statement, field, None), list)
        ]
        if blocks and not (isinstance(statement, ast.For) and _only_collects(driver, statement)):
            for inner in blocks:
                yield from _statements(driver, inner, spans)
        else:
            yield statement


def _only_collects(driver: Driver, loop: ast.For) -> bool:
    """Whether the body of a loop needs no value of a result before it ends."""
    simple = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.If, ast.For)
    inside = [each for each in ast.walk(loop) if isinstance(each, ast.stmt) and each is not loop]
    return all(isinstance(each, simple) for each in inside) and value_read(driver, loop) is None


def _cells(scene: Scene, functions: Sequence[FunctionReport], drivers: frozenset[Place]) -> list[Piece] | str:
    """Functions that drivers call and that compute, as cells."""
    found: dict[Place, Piece] = {}
    for function in functions:
        subject = scene.subject(function)
        for call, callees in scene.calls(subject) if subject is not None else ():
            for callee in callees:
                place = (callee.path, callee.line)
                if place in drivers or place in found or not callee.tensor_computation:
                    continue
                if (why := objection(callee) or changes_variables(scene, callee)) is not None:
                    return f"{why}, and is called on line {call.lineno}"
                cell = scene.subject(callee)
                mend = decorated(cell) if cell is not None else "it cannot be edited"
                if isinstance(mend, str):
                    return mend
                found[place] = Piece(callee, mend, callee.qualname)
    return [found[place] for place in sorted(found)]
