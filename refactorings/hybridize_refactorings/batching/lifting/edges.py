"""A loop over edges that adds messages up, as one sum over all of them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from hybridize_analyzer.report import FunctionReport, Pattern

from hybridize_refactorings.batching.lifting.hazards import Code, code_of
from hybridize_refactorings.batching.lifting.inlining import inlined
from hybridize_refactorings.batching.lifting.loops import Loop, at, columns, passed_on, read_behind
from hybridize_refactorings.batching.lifting.phases import Part, cut
from hybridize_refactorings.batching.lifting.planning import changes, free_base, pieces, receiver_of
from hybridize_refactorings.batching.lifting.text import Written, summed
from hybridize_refactorings.batching.rewrite import Plan
from hybridize_refactorings.batching.scene import Scene
from hybridize_refactorings.names import loads, local_names, own_nodes, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject


def plan_edges(scene: Scene, function: FunctionReport, pattern: Pattern) -> Plan:
    """`sum_examples` in the place of the loop; or one sentence why it stays."""
    subject = scene.subject(function)
    if subject is None:
        return Refused("the function cannot be found in the text")
    span = subject.module.located(pattern.where)
    node = next(
        (n for n in own_nodes(subject.node) if isinstance(n, ast.For) and subject.module.span(n) == span),
        None,
    )
    if node is None:
        return Refused(f"there is no loop over edges on line {pattern.where.line}")
    takers = _takers(node)
    if not takers:
        return Refused(f"line {node.body[-1].lineno} does not add to one place")
    code = code_of(scene, subject)
    base = free_base(scene, subject, node, subject.node.name)
    sums: list[Written] = []
    for taker in takers:
        made = _sum(code, node, takers, taker, base, [name for each in sums for name in each.parts])
        if isinstance(made, Refused):
            return made
        sums.append(made)
    text = Written(
        tuple(f for each in sums for f in each.functions), "", tuple(p for each in sums for p in each.parts)
    )
    what = f"adds the messages of the loop on line {node.lineno} in one sum"
    splice = Splice(*subject.module.span(node), "\n".join(each.call for each in sums))
    return pieces(function, subject, text, subject, [splice], what, None)


def _takers(node: ast.For) -> list[ast.stmt]:
    """The statements at the end of the loop that add to places."""
    found: list[ast.stmt] = []
    for statement in reversed(node.body):
        if _added(statement) is None:
            break
        found.insert(0, statement)
    return found


def _sum(
    code: Code, node: ast.For, takers: Sequence[ast.stmt], taker: ast.stmt, base: str, taken: Sequence[str]
) -> Written | Refused:
    """One of the sums of a loop."""
    subject = code.subject
    read = _read(subject, node, takers, taker)
    if isinstance(read, Refused):
        return read
    loop, into, place = read
    lines = inlined(code, loop.body, local_names(subject.node) | frozenset(loop.given))
    if isinstance(lines, Refused):
        return lines
    if (why := changes(code, lines)) is not None:
        return why
    phases = cut(code, lines, loop.given, local_names(subject.node))
    if isinstance(phases, Refused):
        return phases
    if len(phases) != 1 or not isinstance(phases[0], Part) or phases[0].keys:
        return _needs_python(code, node)
    text = subject.module.text
    return summed(loop, phases[0], base, receiver_of(subject), lambda n: n in text or n in taken, place, into)


def _needs_python(code: Code, node: ast.For) -> Refused:
    found = [hazard for statement in node.body for hazard in code.hazards_in(statement)]
    told = f": {found[0].message}" if found else " needs Python for every edge"
    return Refused(f"line {found[0].where.line if found else node.lineno}{told}")


def _read(
    subject: Subject, node: ast.For, takers: Sequence[ast.stmt], taker: ast.stmt
) -> tuple[Loop, str, str] | Refused:
    """The loop as a program for one edge and one sum; the name that it adds to, and the name of the place."""
    found = _added(taker)
    assert found is not None
    if node.orelse:
        return Refused(f"the loop on line {node.lineno} has an `else`")
    into, place, value = found
    before = [each for each in node.body if each not in takers]
    body: list[ast.stmt] = [*copy.deepcopy(before), at(ast.Return(copy.deepcopy(value)), value)]
    target = node.target
    if isinstance(target, ast.Name) and (inner := _taken_apart(body[0], target.id)) is not None:
        target, body = inner, body[1:]
    columned = columns(target, node.iter, body, local_names(subject.node))
    if isinstance(columned, Refused):
        return columned
    given = dict(columned)
    if place not in given:
        return Refused(f"line {taker.lineno}: `{place}` is not taken from the edge as it is")
    changed = {added[0] for each in takers if (added := _added(each)) is not None}
    if used := [name for each in body for name in loads(each) if name.id in changed]:
        return Refused(f"line {used[0].lineno}: messages read `{used[0].id}`, which the loop changes")
    if not _is_list(subject, into, node):
        return Refused(f"`{into}` is not seen to be a list of tensors (line {taker.lineno})")
    bound = {name for each in body for name in stores(each)} | set(given)
    if (why := read_behind(subject, node, bound) or passed_on(node, frozenset(), takers)) is not None:
        return why
    return Loop(subject, node, tuple(body), given, taker), into, place


def _added(statement: ast.stmt) -> tuple[str, str, ast.expr] | None:
    """`into[place] += value`, `into[place] = into[place] + value`."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        target, value = statement.target, statement.value
    elif (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.BinOp)
        and len(statement.targets) == 1
    ):
        target, value = statement.targets[0], statement.value.right  # type: ignore[assignment]
        same = ast.unparse(statement.value.left) == ast.unparse(target)
        if not same or not isinstance(statement.value.op, ast.Add):
            return None
    else:
        return None
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return None
    return (target.value.id, target.slice.id, value) if isinstance(target.slice, ast.Name) else None


def _taken_apart(statement: ast.stmt, name: str) -> ast.Tuple | None:
    """`source, target = edge`."""
    if (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Name)
        and statement.value.id == name
    ):
        target = statement.targets[0]
        return target if isinstance(target, ast.Tuple) else None
    return None


def _is_list(subject: Subject, name: str, node: ast.For) -> bool:
    """Whether the function makes a list of it, above the loop and nowhere else."""
    made = [
        each.value
        for each in own_nodes(subject.node)
        if isinstance(each, ast.Assign)
        and name in set(stores(each))
        and isinstance(each.targets[0], ast.Name)
    ]
    stored = sum(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
        for n in own_nodes(subject.node)
    )
    return bool(made) and len(made) == stored and all(map(_makes_list, made)) and made[0].lineno < node.lineno


def _makes_list(value: ast.expr) -> bool:
    """`[tf.zeros(…) for …]`, `[tf.zeros(…)] * n`, `list(…)`, `tf.unstack(…)`; numbers are no tensors."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return _makes_list(value.left) or _makes_list(value.right)
    if isinstance(value, ast.ListComp):
        return isinstance(value.elt, ast.Call)
    if isinstance(value, ast.List):
        return bool(value.elts) and all(isinstance(each, ast.Call) for each in value.elts)
    called = ast.unparse(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""
    return called in ("list", "unstack")
