"""Python's built-in functions that iterate: `zip`, `map`, `sorted`, `max`, `sum`, `next`, …"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import nullcontext

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import as_batch
from hybridize_analyzer.domain.contents import COUNTED, DISTRIBUTED, OF_DATASET, is_dataset, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.ownership import GIVEN, HELD, USED_UP
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Function,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    has_tensor,
    one,
    tensors,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.values.allocation import new_list
from hybridize_analyzer.interpreter.values.iteration import FEW, number_of, open_batches
from hybridize_analyzer.interpreter.values.operators import binary
from hybridize_analyzer.interpreter.values.special_methods import ask_elements, convert, test
from hybridize_analyzer.library.common import call_callback, contains_tensor, run_by_library
from hybridize_analyzer.program.code import found_once, walk
from hybridize_analyzer.program.liveness import live_names

Args = tuple[Value, ...]
Model = Callable[[Call], Value]


def model_range(call: Call) -> Value:
    for value in call.args:
        convert(call.state, call.frame, call.node, value, ("__index__",))
    if any(has_tensor(a) for a in call.args):
        if not _only_counts_turns(call):
            call.emit(Kind.PYTHON_VALUE, "`range()` gets a tensor", aspect=Aspect.RAISES)
        return one(Tensor("tensor", "int32", (None,), dynamic=True))
    numbers = [next(iter(a)).value for a in call.args if len(a) == 1 and isinstance(next(iter(a)), Const)]  # type: ignore[union-attr]
    if len(numbers) == len(call.args) and all(isinstance(n, int) for n in numbers):
        try:
            values = range(*numbers)
        except (TypeError, ValueError):
            return one(Iterator(INT, source="range"))
        if len(values) <= FEW:
            items = tuple(const(v) for v in values)
            return one(Iterator(union(NOTHING, *items), items, "range"))
        return one(Iterator(number_of(values), source="range"))
    return one(Iterator(one(Scalar("int", varying=True)), source="range"))


def _only_counts_turns(call: Call) -> bool:
    """Whether it is what a loop runs over whose variable nobody reads: AutoGraph makes `tf.range` of it.

    What is a number of Python eagerly would be a tensor.
    """
    loop = found_once(call.frame.body, _loops_over_calls).get(call.node)
    if loop is None or len(call.args) > 2 or not isinstance(loop.target, ast.Name):
        return False
    name = loop.target.id
    named = (n for s in loop.body for n in walk(s) if isinstance(n, ast.Name))
    if any(n.id == name for n in named) or live_names(call.frame.body).is_read_after(loop, name):
        return False
    dtypes = {t.dtype for a in call.args for t in tensors(a)}
    numbers = (a for value in call.args for a in value if not isinstance(a, Tensor))
    return (
        len(dtypes) == 1
        and dtypes <= {"int32", "int64"}
        and all(a in INT or isinstance(a, Const) for a in numbers)
    )


def _loops_over_calls(root: ast.AST) -> dict[ast.AST, ast.For]:
    loops = (node for node in walk(root) if isinstance(node, ast.For))
    return {loop.iter: loop for loop in loops if isinstance(loop.iter, ast.Call)}


def model_zip(call: Call) -> Value:
    if (more := call.keywords.get("*")) is not None:
        return _zip_of_unknown_length(call, (*call.args, more))
    refuse_tensors(call.state, call.frame, call.node, "zip", call.args)
    lists = [items_of(call.state, a) for a in call.args]
    element = one(
        Tuple(tuple(elements_of(call.state, call.frame, a, call.node, loop=True) for a in call.args))
    )
    of_datasets = [is_dataset(call.state, a) for a in call.args]
    if any(of_datasets):
        if not all(of_datasets):
            message = (
                "beside something else, `zip()` asks a dataset for elements in Python, also past its end"
            )
            call.emit(Kind.PYTHON_VALUE, message)
        return one(Iterator(element, source=f"zip{OF_DATASET}"))
    known = [items for items in lists if items is not None]
    if known and len(known) == len(lists):
        length = min(len(items) for items in known)
        return one(
            Iterator(
                element, tuple(one(Tuple(tuple(items[i] for items in known))) for i in range(length)), "zip"
            )
        )
    return one(Iterator(element, source="zip"))


def _zip_of_unknown_length(call: Call, given: Args) -> Value:
    """`zip(*rows)` of rows that are not known one by one: tuples of unknown length."""
    refuse_tensors(call.state, call.frame, call.node, "zip", given)
    parts = union(NOTHING, *(elements_of(call.state, call.frame, a, call.node, loop=True) for a in given))
    return one(Iterator(one(Iterator(parts, source="tuple")), source="zip"))


def model_enumerate(call: Call) -> Value:
    refuse_tensors(call.state, call.frame, call.node, "enumerate", call.args)
    items = items_of(call.state, call.args[0]) if call.args else None
    element = (
        elements_of(call.state, call.frame, call.args[0], call.node, loop=True) if call.args else NOTHING
    )
    pair = one(Tuple((one(Scalar("int", varying=True)), element)))
    if call.args and is_dataset(call.state, call.args[0]):
        heap = call.state.heap
        whole = all(isinstance(a, Ref) and heap.field(a.key, DISTRIBUTED) is None for a in call.args[0])
        return one(Iterator(pair, source=COUNTED if whole else f"enumerate of parts{OF_DATASET}"))
    if items is not None and len(call.args) == 1 and len(items) <= 8:
        return one(Iterator(pair, tuple(one(Tuple((const(i), v))) for i, v in enumerate(items)), "enumerate"))
    return one(Iterator(pair, source="enumerate"))


def refuse_tensors(state: State, frame: Frame, node: ast.AST, what: str, args: Args) -> None:
    if any(tensors(a) for a in args):
        state.emit(frame, node, Kind.PYTHON_VALUE, f"`{what}()` iterates over a tensor", aspect=Aspect.RAISES)


def model_map(call: Call) -> Value:
    if not call.args:
        return UNKNOWN
    refuse_tensors(call.state, call.frame, call.node, "map", call.args[1:])
    lists = [items_of(call.state, a) for a in call.args[1:]]
    known = [items for items in lists if items is not None]
    if len(known) == 1 == len(lists) and len(known[0]) <= 8:
        with run_by_library(call.frame, call.args[0]):
            results = tuple(call_callback(call, call.args[0], (item,), traced=False) for item in known[0])
        return one(Iterator(union(NOTHING, *results), results, "map"))
    call.frame.loop += 1
    elements = tuple(elements_of(call.state, call.frame, a, call.node) for a in call.args[1:])
    with run_by_library(call.frame, call.args[0]):
        result = call_callback(call, call.args[0], elements, traced=False)
    call.frame.loop -= 1
    return one(Iterator(result, source="map"))


def model_filter(call: Call) -> Value:
    element = elements_of(call.state, call.frame, call.args[1], call.node) if len(call.args) > 1 else NOTHING
    with run_by_library(call.frame, call.args[0] if call.args else NOTHING):
        found = call_callback(call, call.args[0], (element,), traced=False) if call.args else NOTHING
    test(call.state, call.frame, call.node, element if NONE in call.args[:1] else found)
    if has_tensor(found) or has_tensor(element):
        call.emit(Kind.PYTHON_VALUE, "`filter()` needs the value of a tensor", aspect=Aspect.RAISES)
    return one(Iterator(element, source="filter"))


def model_sorted(call: Call) -> Value:
    element = elements_of(call.state, call.frame, call.args[0], call.node) if call.args else NOTHING
    key = sort_key(call, element)
    ask_elements(call.state, call.frame, call.node, key, "__lt__", key)
    if contains_tensor(call.state, key):
        call.emit(Kind.PYTHON_VALUE, "`sorted()` needs the value of a tensor")
    return new_list(call.state, call.frame, call.node, element)


def sort_key(call: Call, element: Value) -> Value:
    """What `sorted()` and the like compare: the elements, or what the argument `key=` of the call makes of them."""
    function = call.keywords.get("key")
    if function is None:
        return element
    inside = all(isinstance(a, Function) and a.code.parent is call.frame.function for a in function)
    # AutoGraph converts what a function defines with it.
    with nullcontext() if inside else call.frame.indirectly():
        return call_callback(call, function, (element,), traced=False)


def groups(call: Call) -> Value:
    """`itertools.groupby(items, key)`: pairs of a key and the items that have it; keys are compared."""
    items = call.args[0] if call.args else call.keywords.get("iterable", UNKNOWN)
    element = elements_of(call.state, call.frame, items, call.node)
    given = call.keywords if len(call.args) < 2 else {"key": call.args[1]}
    call.frame.loop += 1
    key = sort_key(call.given(call.args, {n: v for n, v in given.items() if v != NONE}), element)
    call.frame.loop -= 1
    ask_elements(call.state, call.frame, call.node, key, "__eq__", key)
    if contains_tensor(call.state, key) or has_tensor(items):
        call.emit(Kind.PYTHON_VALUE, "`itertools.groupby` compares tensors in Python")
    return one(Iterator(one(Tuple((key, one(Iterator(element, source="itertools"))))), source="itertools"))


def model_extremum(call: Call) -> Value:
    element = (
        elements_of(call.state, call.frame, call.args[0], call.node)
        if len(call.args) == 1
        else union(NOTHING, *call.args)
    )
    key = sort_key(call, element)
    for name in ("__lt__", "__gt__"):
        ask_elements(call.state, call.frame, call.node, key, name, key)
    if contains_tensor(call.state, key):
        call.emit(Kind.PYTHON_VALUE, "`max()`/`min()` compares tensors in Python", aspect=Aspect.RAISES)
    parts = {a.type for a in element if isinstance(a, (Const, Scalar))}
    if len(call.args) > 1 and parts and all(isinstance(a, (Const, Scalar)) for a in element):
        varying = any(isinstance(a, Scalar) and a.varying for a in element)
        return union(*(one(Scalar(t, varying)) for t in sorted(parts)))
    return union(element, call.keywords.get("default", NOTHING))


def model_sum(call: Call) -> Value:
    if not call.args:
        return NOTHING
    if tensors(call.args[0]):
        call.emit(Kind.PYTHON_VALUE, "`sum()` iterates over a tensor", aspect=Aspect.RAISES)
    element = elements_of(call.state, call.frame, call.args[0], call.node)
    start = call.args[1] if len(call.args) > 1 else call.keywords.get("start", const(0))
    items = items_of(call.state, call.args[0])
    if items is not None:
        total = start
        for item in items:
            total = binary(call.state, call.frame, call.node, ast.Add(), total, item)
        return total
    total = binary(call.state, call.frame, call.node, ast.Add(), start, element)
    return union(start, total) if not has_tensor(total) else union(one(Scalar("int")), total)


def model_reversed(call: Call) -> Value:
    refuse_tensors(call.state, call.frame, call.node, "reversed", call.args)
    items = items_of(call.state, call.args[0]) if call.args else None
    element = elements_of(call.state, call.frame, call.args[0], call.node) if call.args else NOTHING
    return one(Iterator(element, tuple(reversed(items)) if items is not None else None, "reversed"))


def model_next(call: Call) -> Value:
    if not call.args:
        return UNKNOWN
    for atom in call.args[0]:
        if isinstance(atom, Iterator) and atom.source == DATASET and len(call.args) == 1:
            call.frame.ops += 1
        elif isinstance(atom, Opaque) or (isinstance(atom, Iterator) and atom.source == UNSEEN):
            call.emit(Kind.VALUE, "`next()` takes from an iterator that may be one of Python")
        else:
            advance(call.state, call.frame, call.node, atom, "`next()` moves a Python iterator on")
    return union(taken(call, call.args[0]), *call.args[1:])


def taken(call: Call, iterators: Value) -> Value:
    """What comes from iterators one by one: batches of a dataset have no length inside a graph."""
    element = elements_of(call.state, call.frame, iterators, call.node)
    if call.frame.function is None:
        return element
    if any(isinstance(a, Iterator) and a.source == DATASET for a in iterators):
        element = open_batches(call.state, call.frame, call.node, element)
    return as_batch(element)


DATASET = "dataset iterator"
UNSEEN = "unseen iterator"
"""Sources of iterators: of a dataset, from which a graph takes at every call, and of something that cannot be seen."""


def advance(state: State, frame: Frame, node: ast.AST, atom: Atom, what: str) -> None:
    """An element is taken: nobody notices when the call itself made the iterator."""
    if frame.function is None or not (isinstance(atom, Iterator) and atom.source in USED_UP):
        state.emit(frame, node, Kind.ADVANCE, what)


def model_iter(call: Call) -> Value:
    if not call.args:
        return UNKNOWN
    refuse_tensors(call.state, call.frame, call.node, "iter", call.args)
    if len(call.args) == 2:
        call.frame.loop += 1
        element = call_callback(call, call.args[0], (), traced=False)
        call.frame.loop -= 1
        return one(Iterator(element, source="iterator"))
    # Nothing goes on after `iter(None)`, which raises.
    iterated = call.args[0] - NONE
    return union(NOTHING, *(_iter(call.state, call.frame, call.node, atom) for atom in iterated))


def _iter(state: State, frame: Frame, node: ast.AST, atom: Atom) -> Value:
    if isinstance(atom, Iterator) and atom.source.removeprefix(HELD).removeprefix(GIVEN) in USED_UP:
        return one(atom)  # an iterator is its own iterator
    element = elements_of(state, frame, one(atom), node)
    if isinstance(atom, Opaque):
        return one(Iterator(element, source=UNSEEN))
    is_dataset = isinstance(atom, Ref) and state.heap.type_of(atom.key) == "tensorflow.data.Dataset"
    return one(Iterator(element, source=DATASET if is_dataset else "iterator"))
