"""How much of a loop's turn a call in it can take: little beside an inner loop, and where few turns make it.

A prediction after each epoch saves nothing that is noticed beside the hundreds of steps of the epoch.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Set
from math import prod

from hybridize_analyzer.domain.contents import is_dataset
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.values import NOTHING, Atom, Const, Opaque, Ref, Value, const, one, union
from hybridize_analyzer.interpreter.tracing.costs import TIMES
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import (
    REPEATING,
    Span,
    contains,
    places_in,
    root_of,
    span,
    span_of,
)
from hybridize_analyzer.interpreter.tracing.tapes import is_recorded, opens_tape
from hybridize_analyzer.library.tensorflow.dataset_functions import LENGTH
from hybridize_analyzer.program.code import FunctionCode, children, found_once, parameter_names
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.shapes.spec import integer

LOOPS = (ast.For, ast.AsyncFor, ast.While)


LONG = 100
"""Turns of a loop up to which it may go through the words of a sentence."""
EPISODE = 1000
"""Turns of a loop that may end before, up to which it may play one episode of a game."""


def is_seldom_in_turns(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> bool:
    """Whether every loop that calls a function does most of its work elsewhere.

    sites: the calls of the function.  What calls it may be called by such loops, too: what shows pictures now and then.
    """
    return _is_seldom_called(state, code, sites, frozenset({code}))


def _is_seldom_called(
    state: State, code: FunctionCode, sites: Iterable[CallSite], seen: Set[FunctionCode]
) -> bool:
    eager = list(_eager(sites))
    looped = [site for site in eager if site.loop and not site.parts]
    driven = {s.caller for s in eager if s.caller is not None and state.above(s.caller).driven} - {code}
    if not (looped or driven) or not all(_is_seldom(state, site) for site in looped):
        return False
    return all(
        caller is not None
        and caller not in seen
        and _is_seldom_called(state, caller, state.sites_of(caller), seen | {caller})
        for caller in driven
    )


def is_in_one_loop(state: State, code: FunctionCode, sites: Iterable[CallSite]) -> bool:
    """Whether each call in a loop passes through a sentence or data, in a body that nothing repeats.

    It does in one `for` alone, and, of what is trained, where a loop around it goes through a dataset and no tape records
    the call, as one does that evaluates a model after each epoch.
    """
    eager = list(_eager(sites))
    looped = [site for site in eager if site.loop]
    repeated = any(s.caller is not None and state.above(s.caller).driven for s in eager)
    if not looped or repeated:
        return False
    trained = any(opens_tape(each.node) for each in state.leading_to(code))
    return all(_passes_once(state, site, trained=trained) for site in looped)


def _passes_once(state: State, site: CallSite, *, trained: bool) -> bool:
    loops = _around(state, site)
    if trained and any(isinstance(loop, ast.For) and _is_data(state, site, loop.iter) for loop in loops):
        return not is_recorded(state, site)
    if len(loops) != 1 or isinstance(loops[0], ast.While):
        return False
    turns = _turns(state, site, loops[0].iter) if isinstance(loops[0], ast.For) else None
    return turns is None or turns <= (EPISODE if _breaks(loops[0]) else LONG)


def _is_data(state: State, site: CallSite, iterated: ast.expr) -> bool:
    """Whether a loop goes through a dataset, or through what cannot be seen and has the name of one."""
    while isinstance(iterated, ast.Call):
        function = iterated.func
        if called_name(iterated) == "zip":
            return any(_is_data(state, site, each) for each in iterated.args)
        if called_name(iterated) in _THROUGH and iterated.args:
            iterated = iterated.args[0]
        elif isinstance(function, ast.Attribute) and function.attr in _PARTS_OF_DATA:
            iterated = function.value
        else:
            return False
    value = _value(state, site, iterated)
    known = [is_dataset(state, one(atom)) for atom in value if not isinstance(atom, Opaque)]
    name = getattr(iterated, "attr", getattr(iterated, "id", "")).lower()
    return all(known) if known else any(part in name for part in ("data", "batches", "loader"))


_PARTS_OF_DATA = frozenset(
    "batch cache map padded_batch prefetch repeat shuffle skip take unbatch as_numpy_iterator".split()
)


def _breaks(loop: ast.AST) -> bool:
    """Whether a loop has a `break` of its own."""
    pending = [*getattr(loop, "body", ())]
    for node in pending:
        if isinstance(node, ast.Break):
            return True
        if not isinstance(node, (*LOOPS, *_DEFINITIONS, ast.expr)):
            pending += children(node)
    return False


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def most_calls(state: State, code: FunctionCode) -> int | None:
    """How many eager calls of a function a run of the program makes at most; None where it does not show that.

    It does where each of these is seen, and it is known how often every loop around it turns, here and in callers.
    """
    return _most_calls(state, code, {})


_DEEP = 100
"""Callers above a function from which on a program is none that shows how often it calls it."""


def _most_calls(state: State, code: FunctionCode, known: dict[FunctionCode, int | None]) -> int | None:
    """known: the numbers of functions that were asked for before; None of those that are asked for just now."""
    if code in known:
        return known[code]
    known[code] = None
    if len(known) > _DEEP:
        return None
    sites = {s for s in state.sites_of(code) if not (s.traced or is_test(s.where.path))}
    open_ = state.noted("escaped", code) is not None or any(s.assumed or s.library or s.mapped for s in sites)
    if not sites or open_:
        return None
    found = 0
    for site in {(s.where, s.caller): s for s in sites}.values():
        turns = _all_turns(state, site)
        if turns is None:
            return None
        calls = 1 if site.caller is None else _most_calls(state, site.caller, known)
        if calls is None:
            return None
        found += turns * calls
    known[code] = found
    return found


def _all_turns(state: State, site: CallSite) -> int | None:
    """How many turns the loops around a call make in one run of the calling body."""
    loops = _around(state, site)
    if site.loop and not loops:
        return None
    found = 1
    for loop in loops:
        turns = _turns(state, site, loop.iter) if isinstance(loop, ast.For) else None
        if turns is None:
            return None
        found *= turns
    return found


def usual_turns(state: State, site: CallSite) -> int:
    """How many turns the loops around a call make in one run of the calling body, as far as costs know it."""
    loops = _around(state, site)
    known = [_turns(state, site, loop.iter) if isinstance(loop, ast.For) else None for loop in loops]
    return prod(TIMES if turns is None else max(turns, 1) for turns in known)


def _eager(sites: Iterable[CallSite]) -> Iterator[CallSite]:
    return (s for s in sites if not (s.assumed or s.traced or s.mapped or is_test(s.where.path)))


def _around(state: State, site: CallSite) -> list[ast.AST]:
    """The loops around a call in the calling body, from the outside."""
    return [
        node
        for node in _down_to(root_of(state, site.where.path, site.caller), span_of(site.where))
        if isinstance(node, REPEATING)
    ]


def _turns(state: State, site: CallSite, iterated: ast.expr) -> int | None:
    """How many turns a loop makes at most: over numbers that are known, a display, or a dataset of known length."""
    if isinstance(iterated, (ast.Tuple, ast.List)):
        return None if any(isinstance(e, ast.Starred) for e in iterated.elts) else len(iterated.elts)
    if isinstance(iterated, ast.Call):
        return _turns_of_call(state, site, iterated)
    lengths = [_length(state, atom) for atom in _value(state, site, iterated)]
    known = [n for n in lengths if n is not None]
    return max(known) if known and len(known) == len(lengths) else None


def _length(state: State, atom: Atom) -> int | None:
    """The number of elements of a dataset; None of other things, and where it is not known, or has no end."""
    if not isinstance(atom, Ref) or not is_dataset(state, one(atom)):
        return None
    found = integer(state.heap.read(atom.key, LENGTH))
    return None if found is None or found < 0 else found


def _turns_of_call(state: State, site: CallSite, call: ast.Call) -> int | None:
    name = called_name(call)
    if name in _THROUGH and call.args:
        return _turns(state, site, call.args[0])
    if name == "take" and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
        return _number(state, site, call.args[0])
    if name == "zip" and call.args:
        found = [n for each in call.args if (n := _turns(state, site, each)) is not None]
        return min(found, default=None)
    if name != "range" or call.keywords:
        return None
    numbers = [_number(state, site, argument) for argument in call.args]
    if not numbers or None in numbers or 0 in numbers[2:]:
        return None
    return len(range(*numbers))  # type: ignore[arg-type]


_THROUGH = frozenset({"enumerate", "iter", "reversed", "tqdm", "list", "tuple"})
"""What goes through all of its first argument."""


def _number(state: State, site: CallSite, node: ast.expr) -> int | None:
    """An integer in the text, or the largest that a variable, parameter or attribute of the own object is seen to be."""
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        left, right = _number(state, site, node.left), _number(state, site, node.right)
        known = (
            left is not None and right is not None and not (isinstance(node.op, ast.FloorDiv) and right == 0)
        )
        return _ARITHMETIC[type(node.op)](left, right) if known else None
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    value = _value(state, site, node)
    numbers = [a.value for a in value if isinstance(a, Const) and type(a.value) is int]
    return max(numbers) if value and len(numbers) == len(value) else None


_ARITHMETIC: dict[type[ast.operator], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


def _value(state: State, site: CallSite, node: ast.expr) -> Value:
    """All that a name, or an attribute of the own object, may hold around a call; nothing where that is not known."""
    caller = site.caller
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and caller is not None:
        own = [c.receiver for c in state.contexts_of(caller) if isinstance(c.receiver, Ref)]
        if caller.cls is None or caller.positional[:1] != (node.value.id,) or not own:
            return NOTHING
        found = [state.heap[each.key].fields.get(node.attr, NOTHING) for each in own]
        return union(NOTHING, *found) if all(found) else NOTHING
    if not isinstance(node, ast.Name):
        return NOTHING
    if caller is not None:
        bound = places_in(state, site.where.path, caller).bindings.get(node.id, [])
        if node.id in parameter_names(caller.node.args):
            given = [c.arguments.get(node.id, NOTHING) for c in state.contexts_of(caller)]
            return union(NOTHING, *given) if all(given) and not bound else NOTHING
        if bound:
            values = [v for name, v in found_once(caller.node, _numbers) if name == node.id]
            return const(values[0]) if len(values) == len(bound) == 1 else NOTHING
        if caller.parent is not None:
            return NOTHING
    binding = state.global_binding(site.where.path, node.id)
    return NOTHING if binding is None else binding.value


def _numbers(root: ast.AST) -> tuple[tuple[str, int], ...]:
    """The integers that are assigned to names."""
    return tuple(
        (node.targets[0].id, node.value.value)
        for node in ast.walk(root)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and type(node.value.value) is int
    )


def _is_seldom(state: State, site: CallSite) -> bool:
    place = span_of(site.where)
    around = [
        node
        for node in _down_to(root_of(state, site.where.path, site.caller), place)
        if isinstance(node, (*LOOPS, ast.If))
    ]
    last = max((i for i, node in enumerate(around) if isinstance(node, LOOPS)), default=None)
    if last is None:
        return False
    if any(isinstance(node, ast.If) and _counts_turns(node.test) for node in around[last + 1 :]):
        return True
    return any(_works(loop, place) for loop in _loops_in(around[last]))


def _down_to(root: ast.AST, place: Span) -> Iterator[ast.AST]:
    """The nodes around a place, from the outside."""
    node: ast.AST | None = root
    while node is not None:
        yield node
        node = next((child for child in children(node) if contains(span(child), place)), None)


def _counts_turns(test: ast.AST) -> bool:
    """Whether a condition holds in every so many turns: `step % 100 == 0`."""
    return any(isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) for node in ast.walk(test))


def _loops_in(node: ast.AST) -> Iterator[ast.For | ast.AsyncFor | ast.While]:
    for child in ast.walk(node):
        if child is not node and isinstance(child, LOOPS):
            yield child


def _works(loop: ast.For | ast.AsyncFor | ast.While, place: Span) -> bool:
    """Whether a loop beside a place calls something that is not there for its elements alone."""
    if contains(span(loop), place):
        return False
    calls = (node for statement in loop.body for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(not (isinstance(call.func, ast.Name) and call.func.id in _TRIVIAL) for call in calls)


_TRIVIAL = frozenset("print len int float str range enumerate zip isinstance min max round format".split())
