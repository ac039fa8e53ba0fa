"""A loop over a program calls the module that each of its steps names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.facts.patterns._syntax import is_batched, number_of_turn, value_needed
from hybridize_analyzer.program.code import FunctionCode, walk
from hybridize_analyzer.report import Evidence, Pattern


def find(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Sequence[Event]
) -> Iterator[Pattern]:
    """One pattern at the first call whose callee the element of a loop chooses, and whose result the next step gets."""
    if is_batched(events) or not any(_holds_tensor(c) for c in contexts):
        return
    for loop in walk(code.node):
        if isinstance(loop, ast.For):
            for call, carried in _steps(loop):
                evidence = Evidence(f"`{carried}` goes from step to step", code.module.location(loop))
                message = "it interprets a program: each step calls the module that it names, for one example"
                where = code.module.location(call)
                yield Pattern("module-program", message, where, (evidence,), value_needed(events))
                return


def _holds_tensor(context: Context) -> bool:
    return any(isinstance(atom, Tensor) for value in context.arguments.values() for atom in value)


def _steps(loop: ast.For) -> Iterator[tuple[ast.Call, str]]:
    """Calls `state = modules[name](state, …)`, and the name of what they carry on."""
    names = {each.id for each in walk(loop.target) if isinstance(each, ast.Name)}
    names -= number_of_turn(loop.target, loop.iter)  # the layers of a network, one after the other
    chosen = names | _looked_up(loop, names)
    for statement in walk(loop):
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            continue
        call = statement.value
        targets = {e.id for t in statement.targets for e in walk(t) if isinstance(e, ast.Name)}
        given = {e.id for a in call.args for e in walk(a) if isinstance(e, ast.Name)}
        if _chosen_by(call.func, names, chosen) and (carried := sorted(targets & given)):
            yield call, carried[0]


def _looked_up(loop: ast.For, names: set[str]) -> set[str]:
    """Names bound in the loop to what a table holds for its element."""
    return {
        target.id
        for each in walk(loop)
        if isinstance(each, ast.Assign) and _indexes(each.value, names)
        for target in each.targets
        if isinstance(target, ast.Name)
    }


def _chosen_by(function: ast.expr, names: set[str], chosen: set[str]) -> bool:
    return _indexes(function, names) or (isinstance(function, ast.Name) and function.id in chosen - names)


def _indexes(node: ast.expr, names: set[str]) -> bool:
    """`table[name]`, `table[step.op]`, `table.get(name)`, `getattr(self, name)`."""
    if isinstance(node, ast.Subscript):
        keys: list[ast.expr] = [node.slice]
    elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("get", "getattr"):
        keys = list(node.args[-1:]) if ast.unparse(node.func) == "getattr" else list(node.args[:1])
    else:
        return False
    return any(isinstance(each, ast.Name) and each.id in names for key in keys for each in walk(key))
