"""Loops over examples: over their steps, over what each is sent to, over rows."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import NOTHING, Ref, Tensor, Value, union
from hybridize_analyzer.facts.patterns._syntax import number_of_turn, root
from hybridize_analyzer.program.code import FunctionCode, children, walk
from hybridize_analyzer.report import Evidence, Pattern

_DEEPEST = 3
STEPS, DISPATCH = "stepwise-sequences", "dispatch-per-example"
EDGES, ROWS = "loop-over-edges", "loop-over-rows"


def find(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Sequence[Event]
) -> Iterator[Pattern]:
    """One pattern per loop that takes one result per example: by steps, by dispatch, or else by rows."""
    for loop in _loops(code.node):
        found = _pattern(state, code, contexts, loop)
        if found is not None:
            yield replace(found, refused=_random(code, loop, events))


def _loops(function: ast.AST) -> list[ast.ListComp | ast.For]:
    """Loops that take up one result per turn, in the order of the text; not those inside another."""
    found: list[ast.ListComp | ast.For] = []
    pending = children(function)[::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, (ast.ListComp, ast.For)) and _takes_results(node):
            found.append(node)
        else:
            pending += children(node)[::-1]
    return found


def _takes_results(loop: ast.ListComp | ast.For) -> bool:
    if isinstance(loop, ast.ListComp):
        return len(loop.generators) == 1 and not loop.generators[0].ifs
    return _takes_up(loop.body[-1]) or _adds_to_place(loop)


def _takes_up(statement: ast.stmt) -> bool:
    """`results.append(…)`, `total += …`, `total = total + …`."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        return isinstance(function, ast.Attribute) and function.attr == "append"
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, ast.Add) and isinstance(statement.target, ast.Name)
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        left = statement.value.left
        return isinstance(left, ast.Name) and ast.unparse(statement.targets[0]) == left.id
    return False


def _adds_to_place(loop: ast.For) -> bool:
    """`incoming[target] += …`, for a name that the loop binds: a place per edge."""
    statement = loop.body[-1]
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        target = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target = statement.targets[0]
        if ast.unparse(statement.value.left) != ast.unparse(target):
            return False
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return False
    bound = set(_names(loop.target))
    for inner in loop.body:
        if isinstance(inner, ast.Assign) and _names(inner.value) & bound:
            bound |= {name for each in inner.targets for name in _names(each)}
    return isinstance(target.slice, ast.Name) and target.slice.id in bound


def _pattern(
    state: State, code: FunctionCode, contexts: Sequence[Context], loop: ast.ListComp | ast.For
) -> Pattern | None:
    targets = _names(loop.generators[0].target if isinstance(loop, ast.ListComp) else loop.target)
    body: list[ast.AST] = [loop.elt] if isinstance(loop, ast.ListComp) else [*loop.body]
    where = code.module.location(loop)
    if isinstance(loop, ast.For) and _adds_to_place(loop):
        seen = Evidence("the place that it adds to", code.module.location(loop.body[-1]))
        if any(_computes(state, code, contexts, node) for node in body):
            return Pattern(EDGES, "it adds up one message after the other, each of one edge", where, (seen,))
        return None
    bodies = list(_bodies(state, code, body, targets, 0))
    if any(_trains(nodes) for _, nodes, _ in bodies):
        return None
    for owner, nodes, names in bodies:
        if (inner := next(_steps(nodes, names), None)) is not None:
            seen = Evidence("the steps of one example", owner.module.location(inner))
            text = "it runs the steps of one example after the other, each on one row"
            return Pattern(STEPS, text, where, (seen,))
    counted = _counted(loop)
    for owner, nodes, names in bodies:
        if (
            choice := next(_choices(nodes, names, counted if owner is code else frozenset()), None)
        ) is not None:
            seen = Evidence("which one runs is chosen here", owner.module.location(choice))
            text = "it sends one example after the other to the part that is chosen for it"
            return Pattern(DISPATCH, text, where, (seen,))
    made = body if isinstance(loop, ast.ListComp) else [*loop.body[:-1], _taken_up(loop.body[-1])]
    if _is_over_rows(code, loop, body, targets) and any(
        _computes(state, code, contexts, node) for node in made
    ):
        return Pattern(ROWS, "it computes the rows of a tensor one after the other", where)
    return None


_Body = tuple[FunctionCode, Sequence[ast.AST], frozenset[str]]


def _bodies(
    state: State, code: FunctionCode, nodes: Sequence[ast.AST], names: frozenset[str], depth: int
) -> Iterator[_Body]:
    """Code that runs for one example, with the names that depend on it: the body, and functions that it calls."""
    names = _depending(nodes, names)
    yield code, nodes, names
    calls = [each for node in nodes for each in walk(node) if isinstance(each, ast.Call)]
    for call in calls if depth < _DEEPEST else ():
        called = _callee(state, code, call)
        if called is None or isinstance(called.node, ast.Lambda):
            continue
        arguments = called.node.args
        named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        given = call.args
        if called.cls is not None and len(named) > len(given):
            named = named[1:]
        reached = {name for name, value in zip(named, given, strict=False) if _names(value) & names}
        reached |= {k.arg for k in call.keywords if k.arg is not None and _names(k.value) & names}
        if reached:
            yield from _bodies(state, called, called.node.body, frozenset(reached), depth + 1)


def _depending(nodes: Sequence[ast.AST], names: frozenset[str]) -> frozenset[str]:
    """The names, and those that are computed from them."""
    known = set(names)
    for node in (each for top in nodes for each in walk(top)):
        if isinstance(node, (ast.Assign, ast.AugAssign)) and _names(node.value) & known:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                known |= {each.id for each in walk(target) if isinstance(each, ast.Name)}
    return frozenset(known)


def _callee(state: State, code: FunctionCode, call: ast.Call) -> FunctionCode | None:
    """The function of the same file that a call is seen to run."""
    function = call.func
    name = (
        function.attr
        if isinstance(function, ast.Attribute)
        else function.id
        if isinstance(function, ast.Name)
        else ""
    )
    where = code.module.location(call)
    for each in code.module.functions:
        if each is code or each.name not in (name, "__call__", "call"):
            continue
        if any(site.where == where for context in state.contexts_of(each) for site in context.sites):
            return each
    return None


def _steps(nodes: Sequence[ast.AST], names: frozenset[str]) -> Iterator[ast.For]:
    """Loops over something of the example, in which names pass from step to step."""
    for node in (each for top in nodes for each in walk(top)):
        if not isinstance(node, ast.For) or not _names(node.iter) & names:
            continue
        written = {
            n.id for inner in node.body for n in walk(inner) if isinstance(n, ast.Name) and _is_store(n)
        }
        read = {
            n.id for inner in node.body for n in walk(inner) if isinstance(n, ast.Name) and not _is_store(n)
        }
        changed = {
            n.target.id for n in walk(node) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
        }
        if (written & read) | changed:
            yield node


def _is_store(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _trains(nodes: Sequence[ast.AST]) -> bool:
    """Whether weights are updated: turns are steps of training then, and no examples."""
    called = (n.func for top in nodes for n in walk(top) if isinstance(n, ast.Call))
    return any(isinstance(f, ast.Attribute) and f.attr in _TRAINING for f in called)


_TRAINING = frozenset({"apply_gradients", "minimize", "fit", "train_on_batch", "GradientTape"})


def _taken_up(statement: ast.stmt) -> ast.AST:
    """What is appended or added."""
    value = statement.value  # type: ignore[attr-defined]
    if isinstance(statement, ast.Assign) and isinstance(value, ast.BinOp):
        return value.right
    return value.args[0] if isinstance(value, ast.Call) and value.args else value


def _counted(loop: ast.ListComp | ast.For) -> frozenset[str]:
    """The number of the turn: what it picks, such as a layer, or singles out, as the first, is chosen for no example."""
    head = loop.generators[0] if isinstance(loop, ast.ListComp) else loop
    return number_of_turn(head.target, head.iter)


def _choices(nodes: Sequence[ast.AST], names: frozenset[str], counted: frozenset[str]) -> Iterator[ast.expr]:
    """Calls of `experts[i]`, and calls in branches by a constant, where that depends on the example.

    counted: names of the number of the turn.
    """
    for node in (each for top in nodes for each in walk(top)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
            if _names(node.func.slice) & (names - counted):
                yield node
        elif isinstance(node, ast.If) and _is_equality(node.test) and _names(node.test) & (names - counted):
            yield from (
                [node.test] if any(isinstance(n, ast.Call) for s in node.body for n in walk(s)) else []
            )


def _is_equality(test: ast.expr) -> bool:
    """`kind == 0`."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return False
    return isinstance(test.left, ast.Name) and isinstance(test.comparators[0], ast.Constant)


def _is_over_rows(
    code: FunctionCode, loop: ast.ListComp | ast.For, body: Sequence[ast.AST], targets: frozenset[str]
) -> bool:
    """Whether the body reads `x[i]` for the number of the turn, which counts from 0, and `x` may have rows."""
    iterable = loop.generators[0].iter if isinstance(loop, ast.ListComp) else loop.iter
    if not isinstance(iterable, ast.Call) or ast.unparse(iterable.func) != "range" or len(iterable.args) != 1:
        return False
    others = _without_rows(code, body)
    for node in (each for top in body for each in walk(top)):
        if isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Name, ast.Attribute)):
            index = node.slice.lower if isinstance(node.slice, ast.Slice) else node.slice
            if isinstance(index, ast.Name) and index.id in targets and root(node) not in others:
                return True
    return False


def _without_rows(code: FunctionCode, body: Sequence[ast.AST]) -> frozenset[str]:
    """Names of what is no batch: `*args`, lists that the function makes itself, and what an inner loop goes through."""
    extra = code.node.args.vararg
    found = {extra.arg} if extra is not None else set()
    for node in walk(code.node):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in (each for top in body for each in walk(top)):
        if isinstance(node, (ast.For, ast.comprehension)):
            found |= _names(node.target)
    return frozenset(found)


def _computes(state: State, code: FunctionCode, contexts: Sequence[Context], node: ast.AST) -> bool:
    """Whether something in it runs tensor operations: a function, a layer, arithmetic with a tensor parameter."""
    tensors = {n for c in contexts for n, v in c.arguments.items() if any(isinstance(a, Tensor) for a in v)}
    for each in walk(node):
        if isinstance(each, ast.BinOp) and _names(each) & tensors:
            return True
        if isinstance(each, ast.Call) and _runs_operations(state, code, contexts, each):
            return True
    return False


def _runs_operations(state: State, code: FunctionCode, contexts: Sequence[Context], call: ast.Call) -> bool:
    called = _callee(state, code, call)
    if called is not None:
        return any(context.summary.ops for context in state.contexts_of(called))
    if ast.unparse(call.func).partition(".")[0] in ("tf", "tensorflow"):
        return True
    return any(_is_layer(state, atom) for atom in _value(state, code, contexts, call.func))


def _is_layer(state: State, atom: object) -> bool:
    cls = state.heap[atom.key].cls if isinstance(atom, Ref) else ""
    return isinstance(cls, str) and cls.startswith(("keras.", "tensorflow."))


def _value(state: State, code: FunctionCode, contexts: Sequence[Context], node: ast.expr) -> Value:
    """What a name of the module, a parameter, or an attribute of the receiver holds."""
    if isinstance(node, ast.Name):
        given = union(NOTHING, *(context.arguments.get(node.id, NOTHING) for context in contexts))
        binding = state.global_binding(code.module.path, node.id)
        return given or (binding.value if binding is not None else NOTHING)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        receivers = [c.receiver for c in contexts if isinstance(c.receiver, Ref)]
        return union(NOTHING, *(state.heap[r.key].fields.get(node.attr, NOTHING) for r in receivers))
    return NOTHING


def _random(code: FunctionCode, loop: ast.AST, events: Sequence[Event]) -> Evidence | None:
    """Random numbers, which would be drawn otherwise for all examples than for each."""
    where = code.module.location(loop)
    for event in events:
        place = event.path[0] if event.path else event.where
        inside = (where.line, where.column) <= (place.line, place.column) < (where.end_line, where.end_column)
        if event.kind is Kind.RANDOM and inside:
            return Evidence(f"{event.message}, anew for every example", event.where)
    return None


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(each.id for each in walk(node) if isinstance(each, ast.Name))
