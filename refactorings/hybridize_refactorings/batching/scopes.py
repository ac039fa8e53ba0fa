"""Where a scope begins: above a recursion or loop, functions hand its results on, up to the one that uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.report import FunctionReport, Location, Pattern

from hybridize_refactorings.batching.cutting import cut
from hybridize_refactorings.batching.driving import Driver, driver_of, value_read
from hybridize_refactorings.batching.pieces import decorated, scoped
from hybridize_refactorings.batching.purity import changes_variables, objection
from hybridize_refactorings.batching.rewrite import Piece, Plan
from hybridize_refactorings.batching.scene import Place, Scene
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.subjects import Subject

_BINDING = frozenset(
    {"write", "slots", "variable", "lazy", "output", "eager-only", "python-value", "numpy", "control"}
)

FEW = 16  # calls, up to which the runtime makes them one by one, as they are


def plan_loop(scene: Scene, function: FunctionReport, pattern: Pattern) -> Plan:
    """Cells and a scope for a function that a loop calls for one example after the other (at `pattern.where`)."""
    if (read := _read_in_loop(scene, function, pattern.where)) is not None:
        return _needed(read)
    if walks(scene, function) or any(each.kind == "object" for each in function.parameters):
        return plan_from(scene, function)
    subject = scene.subject(function)
    callers = [caller for caller, site in scene.callers(function) if site == pattern.where]
    if subject is None or not callers:
        return _no_function(scene, function)
    if (why := objection(function) or changes_variables(scene, function)) is not None:
        return why
    mend = decorated(subject)
    made = scope_pieces(scene, callers[0], [pattern.where], frozenset())
    if isinstance(mend, Refused) or isinstance(made, Refused):
        return mend if isinstance(mend, Refused) else made
    return (Piece(function, mend, function.qualname), *made)


def _read_in_loop(scene: Scene, function: FunctionReport, site: Location) -> ast.AST | None:
    """Where the innermost loop around a call needs the value of what it returns."""
    caller = next((caller for caller, where in scene.callers(function) if where == site), None)
    subject = scene.subject(caller) if caller is not None else None
    if subject is None:
        return None
    loops = [
        each for each in ast.walk(subject.node) if isinstance(each, _LOOPS) and _holds(subject, each, site)
    ]
    driver = driver_of(scene, subject, ())
    return value_read(driver, loops[-1]) if loops else None


def walks(scene: Scene, function: FunctionReport) -> bool:
    """Whether a function walks through data: it calls itself, or cells in a loop; so it is a driver and no cell."""
    if function.recursive:
        return True
    subject = scene.subject(function)
    if subject is None:
        return False
    computing = {call for call, callees in scene.calls(subject) if any(f.tensor_computation for f in callees)}
    loops = (each for each in ast.walk(subject.node) if isinstance(each, _LOOPS))
    inner = any(each in computing for loop in loops for each in ast.walk(loop))
    return inner or any(
        callee is not function
        and (callee.path, callee.line) != (function.path, function.line)
        and walks(scene, callee)
        for call, callees in scene.calls(subject)
        if call in computing
        for callee in callees
    )


_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)


def plan_from(scene: Scene, bottom: FunctionReport) -> Plan:
    """Cells below, and scopes above, a function that walks through data.

    bottom: the function.  Above it, functions that only hand on what they get are drivers as well; so are those below it
    that walk, too.
    """
    drivers: dict[Place, FunctionReport] = {(bottom.path, bottom.line): bottom}
    scopes = list(_climb(scene, bottom, drivers))
    _descend(scene, drivers)
    if not scopes:
        return _no_function(scene, bottom)
    places = frozenset(drivers) | {(f.path, f.line) for f, _ in scopes}
    pieces: list[Piece] = []
    for function in drivers.values():
        made = _driver_pieces(scene, function, places, None)
        if isinstance(made, Refused):
            return made
        pieces += made
    found = [scope_pieces(scene, function, sites, places) for function, sites in _by_function(scopes)]
    reasons = [each for each in found if isinstance(each, Refused)]
    if len(reasons) == len(found):
        return reasons[0]
    pieces += [piece for each in found if not isinstance(each, Refused) for piece in each]
    cells = _cells(scene, list(drivers.values()), places)
    if isinstance(cells, Refused):
        return cells
    pieces += cells
    if not any(piece.cell for piece in pieces):
        return Refused(f"`{bottom.qualname}` (line {bottom.line}) calls nothing that could be a cell")
    return tuple(pieces)


def _no_function(scene: Scene, function: FunctionReport) -> Refused:
    """Why there is no place for a scope: nothing calls the function, or the module itself does."""
    inside = {site for _, site in scene.callers(function)}
    outside = (site for site in function.sites if site not in inside)
    where = next((f" but on line {site.line} of {site.path}" for site in outside), "")
    return Refused(
        f"`{function.qualname}` (line {function.line}) is not called from a function{where}: a scope needs one; "
        "put the code there into a function, and call that"
    )


def _climb(
    scene: Scene, function: FunctionReport, drivers: dict[Place, FunctionReport]
) -> Iterator[tuple[FunctionReport, Location]]:
    """The calls at which scopes are needed; the functions on the way to them join the drivers."""
    for caller, site in scene.callers(function):
        place = (caller.path, caller.line)
        if place in drivers:
            continue
        if _hands_on(scene, caller, site):
            drivers[place] = caller
            yield from _climb(scene, caller, drivers)
        else:
            yield caller, site


def _descend(scene: Scene, drivers: dict[Place, FunctionReport]) -> None:
    """Functions that drivers call, and that walk through data, join the drivers."""
    pending = list(drivers.values())
    while pending:
        subject = scene.subject(pending.pop())
        for _, callees in scene.calls(subject) if subject is not None else ():
            for callee in callees:
                place = (callee.path, callee.line)
                if place not in drivers and callee.tensor_computation and walks(scene, callee):
                    drivers[place] = callee
                    pending.append(callee)


def _hands_on(scene: Scene, function: FunctionReport, site: Location) -> bool:
    """Whether a function makes one call there, needs no results at once, and is called from another function."""
    if function.hybrid or any(h.kind in _BINDING and h.direct for h in function.hazards):
        return False
    subject = scene.subject(function)
    if subject is None or not scene.callers(function):
        return False
    return not any(
        isinstance(each, (ast.With, *_LOOPS)) and _holds(subject, each, site)
        for each in ast.walk(subject.node)
    )


def _holds(subject: Subject, node: ast.AST, site: Location) -> bool:
    """Whether a call at this place stands in a statement or comprehension."""
    start, end = subject.module.located(site)
    first, last = subject.module.span(node)
    return first <= start and end <= last


def _by_function(
    scopes: Sequence[tuple[FunctionReport, Location]],
) -> list[tuple[FunctionReport, list[Location]]]:
    found: dict[Place, tuple[FunctionReport, list[Location]]] = {}
    for function, site in scopes:
        found.setdefault((function.path, function.line), (function, []))[1].append(site)
    return [found[place] for place in sorted(found)]


def _driver_pieces(
    scene: Scene, function: FunctionReport, drivers: frozenset[Place], statements: list[ast.stmt] | None
) -> tuple[Piece, ...] | Refused:
    subject = scene.subject(function)
    if subject is None:
        return Refused(f"`{function.qualname}` (line {function.line}) cannot be edited")
    driver = driver_of(scene, subject, drivers)
    for part in statements if statements is not None else subject.node.body:
        if (read := value_read(driver, part)) is not None:
            return _needed(read)
    return cut(driver, statements)


def _needed(read: ast.AST) -> Refused:
    assert isinstance(read, ast.expr)
    return Refused(f"`{ast.unparse(read)}` needs the value of a result (line {read.lineno})")


def scope_pieces(
    scene: Scene, function: FunctionReport, sites: Sequence[Location], drivers: frozenset[Place]
) -> tuple[Piece, ...] | Refused:
    """Scopes around the statements of a function in which the calls at these places stand."""
    subject = scene.subject(function)
    if subject is None:
        return Refused(f"`{function.qualname}` (line {function.line}) cannot be edited")
    if (later := _called_later(subject, sites)) is not None:
        return later
    spans = {subject.module.located(site) for site in sites}
    driver = driver_of(scene, subject, drivers)
    pieces: list[Piece] = []
    refused = Refused(f"`{function.qualname}` (line {function.line}) has no statement for a scope")
    for statement in _statements(driver, subject.node.body, spans):
        read = value_read(driver, statement)
        few = _few_rounds(statement) if not drivers else None
        mend = few or (scoped(subject, [statement]) if read is None else _needed(read))
        made = cut(driver, [statement]) if not isinstance(mend, Refused) else mend
        if isinstance(mend, Refused):
            refused = mend
        elif isinstance(made, Refused):
            refused = made
        else:
            pieces += [Piece(function, mend, scope=True), *made]
    return tuple(pieces) or refused


def _few_rounds(statement: ast.stmt) -> Refused | None:
    """Why there is no scope around a loop of a number of rounds that the text says, and that is small."""
    if isinstance(statement, ast.For) and isinstance(statement.iter, ast.Call):
        rounds = statement.iter.args
        if ast.unparse(statement.iter.func) == "range" and len(rounds) == 1:
            count = rounds[0].value if isinstance(rounds[0], ast.Constant) else None
            if isinstance(count, int) and count <= FEW:
                return Refused(
                    f"the loop on line {statement.lineno} has {count} rounds, and to run the calls of so few together takes "
                    "longer than to run them one by one"
                )
    return None


def _called_later(subject: Subject, sites: Sequence[Location]) -> Refused | None:
    """Why there is no scope around a call in a lambda: it may run inside of another tape, and is not seen to be over."""
    for each in ast.walk(subject.node):
        if isinstance(each, ast.Lambda) and any(_holds(subject, each, site) for site in sites):
            return Refused(
                f"line {each.lineno}: the call is in a lambda, and who calls that, and when, is not seen; "
                "call it where its result is used"
            )
    return None


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


def _cells(
    scene: Scene, functions: Sequence[FunctionReport], drivers: frozenset[Place]
) -> list[Piece] | Refused:
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
                    return Refused(f"{why.reason}, and is called on line {call.lineno}")
                cell = scene.subject(callee)
                mend = decorated(cell) if cell is not None else Refused("it cannot be edited")
                if isinstance(mend, Refused):
                    return mend
                found[place] = Piece(callee, mend, callee.qualname)
    return [found[place] for place in sorted(found)]
