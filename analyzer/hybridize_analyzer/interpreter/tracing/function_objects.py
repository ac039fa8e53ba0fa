"""What a program does with a function besides calling it, which a `tf.function` in its place would not bear."""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends, is_keras_callable, linearise
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Ref,
    Tuple,
    Value,
    one,
)
from hybridize_analyzer.program.code import ClassCode, FunctionCode
from hybridize_analyzer.report import Location

_LOOKED_AT = "looked at as a function of Python"
_LISTED = "variables are listed"
_WRAPPER = "wraps another function"
_DRESSED = "gets the attributes of another function"
_OF_WEIGHTS = "called by Keras with variables"
MISSING = frozenset(
    "__code__ __globals__ __closure__ __annotations__ __defaults__ __kwdefaults__ __builtins__ __self__ __func__".split()
)
"""Attributes of Python's functions and methods that a `tf.function` does not have."""
LOOKS = frozenset(
    """builtins.isinstance builtins.type builtins.vars builtins.dir builtins.str builtins.repr copy.copy copy.deepcopy
    inspect.isfunction inspect.ismethod inspect.getsource inspect.getsourcelines inspect.getsourcefile inspect.getfile
    inspect.getclosurevars inspect.unwrap typing.get_type_hints pickle.dump pickle.dumps""".split()
)
"""Functions whose answers differ for a `tf.function`, executed with TensorFlow 2.21."""
_COPYING = frozenset(
    {"copy.deepcopy", "pickle.dump", "pickle.dumps", "dataclasses.asdict", "dataclasses.astuple"}
)
"""Functions that do the same to all that stands in what they are given."""
_FOR_FUNCTIONS = ("builtins.isinstance", "inspect.isfunction")
_TYPES = ("types.FunctionType", "types.MethodType", "types.LambdaType")


def note_looked_at(state: State, value: Value, where: Location) -> None:
    """The program asks for what only a function of Python has."""
    for code in _codes(value):
        state.note(_LOOKED_AT, code, where)


def note_call(call: Call, name: str) -> None:
    """An external function is called that may look at functions."""
    if name == "inspect.getmembers" and call.args:
        note_members(call.state, call.args[0], call.where)
    if name == "builtins.vars" and call.args:
        note_members(call.state, frozenset(a for a in call.args[0] if isinstance(a, Class)), call.where)
    if name in _COPYING and call.args:
        _note_inside(call.state, call.args[0], call.where)
    if name not in LOOKS or not call.args:
        return
    if name != "builtins.isinstance" or any(_is_type(a) for value in call.args[1:] for a in value):
        note_looked_at(call.state, call.args[0], call.where)
        if name in _FOR_FUNCTIONS and any(isinstance(a, Opaque) for a in call.args[0]):
            _note_listed(call)


def _note_inside(state: State, value: Value, where: Location) -> None:
    """Something is copied or pickled with all that it holds: functions stay what they are, and a `tf.function` is copied.

    The copy is another one, stays bound to the object of the first, and cannot be made once that has been traced.
    """
    waiting, reached = [value], set[Ref]()
    while waiting:
        for atom in waiting.pop():
            if isinstance(atom, Ref) and atom not in reached and len(reached) < _MOST_PARTS:
                reached.add(atom)
                cls = state.heap.type_of(atom.key)
                if not (is_keras_callable(state, cls) or descends(state, cls, *_SAVED)):
                    waiting += state.heap[atom.key].fields.values()
            elif not isinstance(atom, Ref):
                waiting += state.heap.inside(atom)
                note_looked_at(state, one(atom.function if isinstance(atom, Partial) else atom), where)


_SAVED = ("keras.optimizers.", "keras.metrics.", "keras.losses.")
"""What Keras copies by what it was made with, besides layers and models."""
_MOST_PARTS = 200


def note_listed(call: Call) -> None:
    """`globals()` is asked for, among which a program may look for its functions."""
    call.state.note(_LISTED, call.frame.module.path, call.where)


def _note_listed(call: Call) -> None:
    """Something unseen is asked whether it is a function of Python: it may be one of those that `globals()` lists."""
    module = call.frame.module
    if call.state.noted(_LISTED, module.path) is not None:
        for code in module.functions:
            if code.parent is None and code.cls is None:
                call.state.note(_LOOKED_AT, code, call.where)


def note_pattern(state: State, value: Value, kinds: Value, where: Location) -> None:
    """A class pattern of `match` asks whether something is a function of Python.  kinds: the class."""
    if any(_is_type(a) for a in kinds):
        note_looked_at(state, value, where)


def note_members(state: State, value: Value, where: Location) -> None:
    """What an object or class has is listed: who looks for functions there does not find a `tf.function`."""
    for atom in value:
        cls = atom.code if isinstance(atom, Class) else None
        if isinstance(atom, Ref):
            cls = made if isinstance(made := state.heap.type_of(atom.key), ClassCode) else None
        for above in linearise(state, cls) if cls is not None else ():
            for method in above.methods.values() if isinstance(above, ClassCode) else ():
                state.note(_LOOKED_AT, method, where)


def note_of_weights(state: State, values: Iterable[tuple[str, Value]], where: Location) -> None:
    """Functions are given to a layer as regularizers and constraints of its weights."""
    for name, value in values:
        if name.endswith(("_regularizer", "_constraint")) and not name.startswith("activity"):
            for code in _codes(value):
                state.note(_OF_WEIGHTS, code, where)


def note_wrapper(state: State, value: Value, where: Location) -> None:
    """`functools.update_wrapper` gives a function `__wrapped__`."""
    for code in _codes(value):
        state.note(_WRAPPER, code, where)


def note_dressed(state: State, wrapper: Value, wrapped: Value, where: Location) -> None:
    """`functools.wraps` and `update_wrapper` copy the attributes of one function into another.

    Those of a `tf.function` say what it runs, so that of two graphs the outer one would run the inner one alone.
    """
    hybrid = any(isinstance(atom, Hybrid) for atom in wrapper)
    for code in _codes(wrapped) if hybrid else ():
        state.note(_LOOKED_AT, code, where)
    if any(isinstance(atom, Hybrid) for atom in wrapped) or any(_defined(wrapped)):
        for code in _codes(wrapper):
            state.note(_DRESSED, code, where)


def dressed(state: State, code: FunctionCode) -> Location | None:
    """Where a function gets the attributes of another one that is a graph or can become one."""
    return state.noted(_DRESSED, code)


def is_wrapper(state: State, code: FunctionCode) -> bool:
    """Whether a function has `__wrapped__`, which a graph takes in its place where it is an argument."""
    named = (d.func if isinstance(d, ast.Call) else d for d in code.decorators)
    return any(ast.unparse(d).rpartition(".")[2] in _WRAPPERS for d in named) or (
        state.noted(_WRAPPER, code) is not None
    )


_WRAPPERS = ("wraps", "lru_cache", "cache", "singledispatch", "contextmanager")


def looked_at(state: State, code: FunctionCode) -> Location | None:
    """Where the program asks the function for what only a function of Python has."""
    return state.noted(_LOOKED_AT, code)


def of_weights(state: State, code: FunctionCode) -> Location | None:
    """Where the function is given to Keras, which calls it with variables."""
    return state.noted(_OF_WEIGHTS, code)


def _is_type(atom: object) -> bool:
    if isinstance(atom, Tuple):
        return any(_is_type(each) for element in atom.elements for each in element)
    return isinstance(atom, External) and atom.name in _TYPES


def _defined(value: Value) -> Generator[FunctionCode]:
    return (code for code in _codes(value) if not isinstance(code.node, ast.Lambda))


def _codes(value: Value) -> Generator[FunctionCode]:
    for atom in value:
        function = atom.function if isinstance(atom, Bound) else atom
        if isinstance(function, Function):
            yield function.code
