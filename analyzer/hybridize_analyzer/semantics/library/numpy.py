"""NumPy: computes on the value of whatever it is given, which a symbolic tensor has not."""

from __future__ import annotations

import ast

from hybridize_analyzer.semantics.definitions import allocate, new_list
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.library.common import (
    argument,
    call_callback,
    callables,
    contains_tensor,
    dtype_of,
    everything,
    is_dtype,
    python_dtype,
)
from hybridize_analyzer.semantics.sequences import items_of
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.values import (
    FLOAT,
    INT,
    NOTHING,
    UNKNOWN,
    Array,
    Const,
    External,
    Iterator,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    one,
    union,
)

Args = tuple[Value, ...]
_GENERATORS = (
    "numpy.random.RandomState",
    "numpy.random.default_rng",
    "numpy.random.Generator",
    "numpy.random.SeedSequence",
)
_MUTATING = frozenset({"fill", "sort", "partition", "put", "resize", "itemset", "setflags"})
_MUTATING_FUNCTIONS = frozenset(
    {
        "numpy.copyto",
        "numpy.put",
        "numpy.place",
        "numpy.putmask",
        "numpy.fill_diagonal",
        "numpy.random.shuffle",
    }
)
_FILES = (
    "numpy.save",
    "numpy.load",
    "numpy.savez",
    "numpy.savetxt",
    "numpy.loadtxt",
    "numpy.genfromtxt",
    "numpy.fromfile",
    "numpy.set_printoptions",
    "numpy.seterr",
)


def call(state: State, frame: Frame, node: ast.AST, name: str, args: Args, keywords: Bindings) -> Value:
    given = everything(args, keywords)
    if name in _GENERATORS:
        seeded = bool(args) or "seed" in keywords
        if not seeded:
            state.emit(frame, node, Kind.AMBIENT, "NumPy's random generator is seeded from the system")
        return one(allocate(state, frame, node, "numpy.random.RandomState"))
    if name.startswith("numpy.random."):
        state.emit(
            frame, node, Kind.AMBIENT, "NumPy's global random generator is used", target="global:numpy.random"
        )
        return one(Array("float64"))
    if name in _MUTATING_FUNCTIONS:
        state.emit(frame, node, Kind.WRITE, f"`{name}` changes an array in place")
        return UNKNOWN
    if name.startswith(_FILES):
        state.emit(frame, node, Kind.OUTPUT, f"`{name}` reads or writes a file or a global setting")
        return UNKNOWN
    if any(contains_tensor(state, v) for v in given):
        state.emit(frame, node, Kind.NUMPY, f"`{name}` gets a tensor")
    for value in given:
        for function in callables(value):
            call_callback(state, frame, node, one(function), (one(Array()),), traced=False)
    return _result(name, tuple(_literal(state, a) for a in args), keywords)


def _literal(state: State, value: Value) -> Value:
    """A list literal as the tuple of its elements, so that dtype and shape can be read off."""
    items = None if any(isinstance(a, (Const, Iterator)) for a in value) else items_of(state, value)
    return one(Tuple(tuple(_literal(state, i) for i in items))) if items is not None else value


def _result(name: str, args: Args, keywords: Bindings) -> Value:
    short = name.removeprefix("numpy.")
    if short in ("shape",):
        return one(Iterator(INT, source="shape"))
    if short in ("ndim", "size", "argmax_int"):
        return INT
    if short in ("allclose", "array_equal", "isscalar", "any_bool"):
        return one(Scalar("bool"))
    if is_dtype(short) or short in ("bool_",):
        return one(Array(short.rstrip("_"), ()))
    if short in (
        "broadcast_shapes",
        "unravel_index",
        "nonzero",
        "meshgrid",
        "split",
        "array_split",
        "unique_all",
    ):
        return one(Iterator(one(Array()), source="tuple"))
    if short.endswith(("float32", "float64", "int32", "int64")):
        return one(External(name))
    return one(Array(_dtype(short, args, keywords), _shape(short, args)))


def _dtype(short: str, args: Args, keywords: Bindings) -> str | None:
    given = (
        argument(args, keywords, 1, "dtype")
        if short in ("zeros", "ones", "empty", "array", "asarray", "full_like")
        else keywords.get("dtype")
    )
    named = dtype_of(given)
    if named is not None:
        return "float64" if named == "float32" and _is_builtin_float(given) else named
    if given is not None:
        return None
    if short in ("zeros", "ones", "empty", "eye", "linspace", "identity"):
        return "float64"
    if short in ("argmax", "argmin", "argsort", "arange"):
        return "int64"
    return python_dtype(args[0], numpy=True) if args else None


def _is_builtin_float(value: Value | None) -> bool:
    return value is not None and any(isinstance(a, External) and a.name == "builtins.float" for a in value)


def _shape(short: str, args: Args) -> Shape | None:
    if short in ("zeros", "ones", "empty") and args:
        return literal_shape(args[0])
    if short in ("array", "asarray") and args:
        return nested_shape(args[0])
    return None


def literal_shape(value: Value) -> Shape | None:
    """The shape that a constant `shape` argument names."""
    if len(value) != 1:
        return None
    (atom,) = value
    if isinstance(atom, Const) and isinstance(atom.value, int):
        return (atom.value,)
    if isinstance(atom, Tuple):
        return tuple(_axis(e) for e in atom.elements)
    return None


def _axis(value: Value) -> int | None:
    atom = next(iter(value), None)
    return atom.value if len(value) == 1 and isinstance(atom, Const) and isinstance(atom.value, int) else None


def nested_shape(value: Value) -> Shape | None:
    """The shape of nested tuples of numbers."""
    if len(value) != 1:
        return None
    (atom,) = value
    if isinstance(atom, (Const, Scalar)) and atom.type in ("int", "float", "bool"):
        return ()
    if isinstance(atom, Array):
        return atom.shape
    if isinstance(atom, Tensor):
        return atom.shape
    if isinstance(atom, Tuple) and atom.elements:
        inner = {nested_shape(e) for e in atom.elements}
        only = inner.pop() if len(inner) == 1 else None
        return None if only is None else (len(atom.elements), *only)
    return None


def call_member(
    state: State, frame: Frame, node: ast.AST, name: str, array: Array, args: Args, keywords: Bindings
) -> Value:
    """A method of an array."""
    if name in _MUTATING:
        state.emit(frame, node, Kind.WRITE, f"an array is changed by `{name}()`")
        return UNKNOWN
    if any(contains_tensor(state, v) for v in everything(args, keywords)):
        state.emit(frame, node, Kind.NUMPY, f"the array method `{name}` gets a tensor")
    if name == "tolist":
        return union(new_list(state, frame, node, union(FLOAT, INT)))
    if name == "item":
        return union(FLOAT, INT)
    if name == "astype":
        return one(Array(dtype_of(args[0] if args else keywords.get("dtype")), array.shape))
    if name in ("sum", "mean", "max", "min", "std", "var", "prod"):
        return one(Array(array.dtype))
    return one(Array(array.dtype))


def call_generator(
    state: State, frame: Frame, node: ast.AST, name: str, key: str, args: Args, keywords: Bindings
) -> Value:
    """A method of a random generator: the generator moves on."""
    state.emit(frame, node, Kind.AMBIENT, f"NumPy randomness (`{name}`) is drawn", target=key)
    if name == "permutation" and args and any(isinstance(a, Array) for a in args[0]):
        return args[0]
    if name in ("randint", "integers", "permutation", "choice"):
        return one(Array("int64" if name != "choice" else None))
    if name == "shuffle":
        return NOTHING
    return one(Array("float64"))
