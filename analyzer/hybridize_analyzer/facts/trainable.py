"""Whether layers train: which objects it concerns when a program sets `trainable` of one.

Setting it sets it for all parts of the object, and `trainable_variables` ask all parts for it.  So what is set on one object
is nothing to another where no object is a part of both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.bindings import ANY_OBJECT, TRAINABLE
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import is_partly_unseen
from hybridize_analyzer.facts.attribute_order import is_kept_part, own_nodes
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.library.keras.layers import APPLIED, FUNCTIONAL, SYMBOLIC
from hybridize_analyzer.program.code import FunctionCode, bound_in, found_once, walk
from hybridize_analyzer.program.full_names import dotted_name
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_MOST_PARTS = 300


def misses_parts(state: State, event: Event, where: Location) -> bool:
    """Whether `trainable` is set at a place of objects that share no part with the one of which an event reads it."""
    if event.field != "trainable" or event.target not in state.heap.objects:
        return False
    if any(
        state.noted(f"changes of {ANY_OBJECT}.{name}", where) is not None for name in ("trainable", "[any]")
    ):
        return False
    owners = objects_set(state, where)
    read = parts_of(state, event.target)
    return bool(owners) and read is not None and all(_are_apart(state, read, key) for key in owners)


def takes_back(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether an event is that a function sets `trainable` for a time, which leaves nothing behind."""
    return event.kind is Kind.WRITE and event.field == "trainable" and is_set_back(state, code, event.where)


def objects_set(state: State, where: Location) -> list[str]:
    """The objects of which `trainable` is set at a place, as far as they are known."""
    pairs = [pair for pair in state.all_noted(TRAINABLE) if isinstance(pair, tuple)]
    return [str(pair[1]) for pair in pairs if pair[0] == where]


def _are_apart(state: State, read: frozenset[str], other: str) -> bool:
    changed = parts_of(state, other)
    return (
        changed is not None
        and read.isdisjoint(changed)
        and not any(state.heap.is_held_by(key, changed) for key in read)
        and not any(state.heap.is_held_by(key, read) for key in changed)
    )


def parts_of(state: State, key: str) -> frozenset[str] | None:
    """An object, and all that it may run or list; None where some of it cannot be seen.

    A functional model may have anything that is applied to symbolic tensors somewhere.
    """
    reached, waiting = {key}, [key]
    while waiting:
        found = state.heap[waiting.pop()]
        inside = {k for value in found.fields.values() for k in references(value)}
        if any(map(is_partly_unseen, found.fields.values())):
            return None
        if FUNCTIONAL in found.fields:
            inside |= {k for k in state.all_noted(SYMBOLIC) if isinstance(k, str)}
        elif found.cls == "keras.Model" and found.key != APPLIED:
            return None
        new = inside - reached
        reached |= new
        waiting += new
        if len(reached) > _MOST_PARTS:
            return None
    return frozenset(reached)


def is_set_back(state: State, reader: FunctionCode, where: Location) -> bool:
    """Whether a function that sets `trainable` leaves what it found, and does not run a reader of it meanwhile.

    `critic.trainable = False`, a step, and `critic.trainable = True`: layers begin so, and every function that sets it of a
    part leaves it so.  Each trace of the function does the same, and whoever else reads it finds that they train.
    """
    changer = enclosing(state, where)
    owners = objects_set(state, where)
    if changer is None or not owners or not all(_always_trains(state, key) for key in owners):
        return False
    if reader is changer:
        return True
    return state.noted("escaped", reader) is None and reader not in state.call_graph().below([changer])


def _always_trains(state: State, key: str) -> bool:
    """Whether all that sets `trainable` of an object, or of a part of it, sets it for a time and is then over."""
    parts = parts_of(state, key)
    if parts is None or any(
        state.all_noted(f"changes of {ANY_OBJECT}.{name}") for name in ("trainable", "[any]")
    ):
        return False
    changers: set[FunctionCode] = set()
    state.read_texts()
    for path, module in state.modules.items():
        if is_test(path) or module.installed:
            continue
        if found_once(module.tree, _begins_otherwise):
            return False
        for node in found_once(module.tree, _stores):
            where = module.location(node)
            owners = objects_set(state, where)
            if owners and all(_are_apart(state, parts, each) for each in owners):
                continue
            changer = enclosing(state, where)
            if changer is None or not owners or not _sets_back(state, changer, node):
                return False
            changers.add(changer)
    graph = state.call_graph()
    return all(
        changers.isdisjoint(graph.below(graph.callees.get(changer, ()))) and not state.is_hybrid(changer)
        for changer in changers
    )


def _stores(tree: ast.AST) -> tuple[ast.Attribute, ...]:
    """The attributes `trainable` that a module sets."""
    found = (n for n in walk(tree) if isinstance(n, ast.Attribute) and n.attr == "trainable")
    return tuple(node for node in found if not isinstance(node.ctx, ast.Load))


def _begins_otherwise(tree: ast.AST) -> bool:
    """Whether a module may make layers that do not train, or sets it by its name."""
    for node in walk(tree):
        if isinstance(node, ast.Constant) and node.value == "trainable":
            return True
        if isinstance(node, ast.Call) and called_name(node) not in _OF_VARIABLES:
            given = (k.value for k in node.keywords if k.arg == "trainable")
            if any(not isinstance(value, ast.Constant) or value.value is not True for value in given):
                return True
    return False


_OF_VARIABLES = frozenset({"Variable", "add_weight", "get_variable", "add_variable"})


def _sets_back(state: State, changer: FunctionCode, node: ast.Attribute) -> bool:
    """Whether a function sets `trainable` of the object that `node` names, in whichever way it is left, to True at last."""
    function = changer.node
    owner = dotted_name(node.value)
    if changer.is_generator or not isinstance(function, ast.FunctionDef) or not owner:
        return False
    if owner[0] in bound_in(function.body) or not all(is_kept_part(state, part) for part in owner[1:]):
        return False
    if owner[0] not in changer.named and not _is_bound_once(state, changer, owner[0]):
        return False
    written = ast.dump(node.value)
    sets = [number for number, each in enumerate(function.body) if _set_to(each, written) is not None]
    inside = [n for each in own_nodes(function) if (n := _stored(each, written)) is not None]
    if not sets or len(sets) != len(inside) or _set_to(function.body[sets[-1]], written) is not True:
        return False
    between = function.body[sets[0] : sets[-1]]
    return not any(isinstance(each, _LEAVING) for statement in between for each in own_nodes(statement))


_LEAVING = (ast.Return, ast.Try, ast.Yield, ast.YieldFrom, ast.Await)


def _is_bound_once(state: State, code: FunctionCode, name: str) -> bool:
    """Whether a function reads a variable of its module under a name, which is never bound again."""
    if any(name in {*around.named, *around.scope.assigned} for around in _around(code)):
        return False
    binding = state.global_binding(code.module.path, name)
    return binding is not None and binding.rebound is None and binding.lazily is None


def _around(code: FunctionCode) -> Iterator[FunctionCode]:
    around: FunctionCode | None = code
    while around is not None:
        yield around
        around = around.parent


def _stored(node: ast.AST, owner: str) -> ast.Attribute | None:
    """The node, if it sets `trainable` of an object that is written like `owner`."""
    if not isinstance(node, ast.Attribute) or isinstance(node.ctx, ast.Load) or node.attr != "trainable":
        return None
    return node if ast.dump(node.value) == owner else None


def _set_to(statement: ast.stmt, owner: str) -> bool | None:
    """Whether a statement sets `trainable` of an object that is written like `owner` to True, or False; None if neither."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    value = statement.value.value if isinstance(statement.value, ast.Constant) else None
    return value if isinstance(value, bool) and _stored(statement.targets[0], owner) is not None else None
