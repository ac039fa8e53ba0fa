"""NumPy: computes on the value of whatever it is given, which a symbolic tensor has not."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    FLOAT,
    INT,
    MADE,
    NONE,
    UNKNOWN,
    Array,
    Iterator,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
    const,
    is_partly_unseen,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import read_attribute
from hybridize_analyzer.interpreter.values import rounding
from hybridize_analyzer.interpreter.values.allocation import allocate, new_list
from hybridize_analyzer.interpreter.values.writes import change_arrays
from hybridize_analyzer.knowledge.arrays import array_rule
from hybridize_analyzer.knowledge.exports import canonical_export, export
from hybridize_analyzer.library.binding import bind_by_name
from hybridize_analyzer.library.common import (
    argument,
    call_callback,
    callables,
    contains_tensor,
    everything,
    is_dtype,
)
from hybridize_analyzer.library.numpy.sharing import at_home, shuffle, write_to
from hybridize_analyzer.shapes import RULES
from hybridize_analyzer.shapes.arrangement import target_shape
from hybridize_analyzer.shapes.arrays import result_dtype
from hybridize_analyzer.shapes.spec import BoundArguments, Repeated, Result, Spec, is_none, spec_of

Args = tuple[Value, ...]
_GENERATORS = {
    "numpy.random.RandomState": "numpy.random.RandomState",
    "numpy.random.default_rng": "numpy.random.Generator",
    "numpy.random.Generator": "numpy.random.Generator",
    "numpy.random.SeedSequence": "numpy.random.SeedSequence",
}
_MUTATING = frozenset(
    """fill sort partition put resize itemset setflags setfield __setitem__ __iadd__ __isub__ __imul__ __itruediv__
    __ifloordiv__ __imod__ __ipow__ __iand__ __ior__ __ixor__ __ilshift__ __irshift__ __imatmul__""".split()
)
_MUTATING_FUNCTIONS = frozenset(
    f"numpy.{name}"
    for name in """copyto put place putmask fill_diagonal random.shuffle put_along_axis""".split()
)
_OF_SHAPE = ("numpy.shape", "numpy.ndim")
"""What asks a tensor for its attribute, and does without its value."""
_OF_SIZES = frozenset("zeros ones empty full arange linspace eye identity shape ndim size".split())
"""What gets lengths, or asks for them: those of tensors are numbers."""
_FILES = (
    "numpy.save",
    "numpy.load",
    "numpy.savez",
    "numpy.savetxt",
    "numpy.loadtxt",
    "numpy.genfromtxt",
    "numpy.fromfile",
    "numpy.set_printoptions",
    "numpy.get_printoptions",
    "numpy.seterr",
    "numpy.geterr",
    "numpy.setbufsize",
    "numpy.getbufsize",
)


def run(call: Call, name: str) -> Value:
    given = call.values
    if name.startswith("numpy.ndarray.") and call.args and all(isinstance(a, Array) for a in call.args[0]):
        arrays = [a for a in call.args[0] if isinstance(a, Array)]
        method = name.rpartition(".")[2]
        return union(*(call_member(call.given(call.args[1:], call.keywords), method, a) for a in arrays))
    if name in _GENERATORS:
        seeded = bool(call.args) or "seed" in call.keywords
        if not seeded:
            call.emit(Kind.AMBIENT, "NumPy's random generator is seeded from the system")
        return one(allocate(call.state, call.frame, call.node, _GENERATORS[name]))
    if name.startswith("numpy.random."):
        call.emit(Kind.AMBIENT, "NumPy's global random generator is used", target="global:numpy.random")
        if name == "numpy.random.shuffle" and call.args:
            shuffle(call.state, call.frame, call.node, call.args[0])
        if name not in ("numpy.random.seed", "numpy.random.shuffle"):
            return at_home(_drawn(call, name), name, call.args, call.keywords)
    if (
        name in _OF_SHAPE
        and call.args
        and all(isinstance(a, Tensor) and a.kind == "tensor" for a in call.args[0])
    ):
        return read_attribute(call.state, call.frame, call.node, call.args[0], name.removeprefix("numpy."))  # type: ignore[arg-type]
    _note_given(call, name)
    _note_rounded(call, name.removeprefix("numpy.") in _ROUNDING, *given)
    if name in _MUTATING_FUNCTIONS or name.endswith(".at") or _iterates_to_write(call, name):
        write_to(
            call.state,
            call.frame,
            call.node,
            call.argument(0, "dst") or UNKNOWN,
            f"`{name}` changes an array in place",
        )
        return UNKNOWN if name == "numpy.nditer" else NONE
    if name.startswith(_FILES):
        call.emit(Kind.OUTPUT, f"`{name}` reads or writes a file or a global setting", member=name)
        return UNKNOWN
    for value in given:
        for function in callables(value):
            call_callback(call, one(function), (one(Array()),), traced=False)
    out = _output(name, call.args, call.keywords)
    if out is not None:
        write_to(call.state, call.frame, call.node, out, f"`{name}` writes to an array")
        return out
    return at_home(result_of(call, name), name, call.args, call.keywords)


def _note_given(call: Call, name: str) -> None:
    """NumPy needs the values of what it gets; what cannot be seen may be an array, which is a tensor as an argument."""
    if any(contains_tensor(call.state, value) for value in call.values):
        call.emit(Kind.NUMPY, f"`{name}` gets a tensor")
    elif name.removeprefix("numpy.") not in _OF_SIZES and any(map(is_partly_unseen, call.values)):
        call.emit(Kind.NUMPY_UNSEEN, f"`{name}` gets what cannot be seen")


def _iterates_to_write(call: Call, name: str) -> bool:
    """Whether an array may be changed through an iterator over it: `np.nditer(a, op_flags=["readwrite"])`."""
    return name == "numpy.nditer" and ("op_flags" in call.keywords or len(call.args) > 2)


_INTEGERS = frozenset({"ndim", "size"})
_NOT_ARRAYS = frozenset(
    """broadcast_shapes unravel_index nonzero split array_split hsplit vsplit dsplit ix_ broadcast_arrays histogram
    linalg.slogdet linalg.svd linalg.qr linalg.eig linalg.lstsq histogram2d mask_indices tril_indices triu_indices
    polynomial.hermite.hermgauss polynomial.hermite_e.hermegauss polynomial.legendre.leggauss frexp modf divmod""".split()
)
_BOOLS = frozenset(
    "allclose array_equal array_equiv isscalar issubdtype shares_memory may_share_memory iterable".split()
)
_NOTHING = frozenset(
    """testing.assert_allclose testing.assert_almost_equal testing.assert_array_almost_equal testing.assert_array_equal
    testing.assert_equal testing.assert_array_less testing.assert_raises""".split()
)


_ROUNDING = frozenset(
    "floor ceil trunc fix rint floor_divide mod remainder fmod modf divmod digitize searchsorted histogram".split()
)


def _note_rounded(call: Call, whole: bool, *given: Value) -> None:
    """NumPy makes whole numbers of what it gets."""
    if whole and isinstance(call.node, ast.expr):
        rounding.note_taken(call.state, call.frame, call.node, union(*given))


def _output(name: str, args: Args, keywords: Bindings) -> Value | None:
    """The array that a function is to write its result to."""
    known = export(name)
    found = keywords.get("out", NONE)
    if known is not None and "out" in known.parameters[: min(known.positional, len(args))]:
        found = args[known.parameters.index("out")]
    return None if found == NONE else found


def result_of(call: Call, name: str) -> Value:
    """What a function of NumPy returns."""
    short = canonical_export(name).removeprefix("numpy.")
    if short == "shape":
        return _shape_of(call.state, call.args)
    if short in _INTEGERS:
        return INT
    if short in _BOOLS:
        return one(Scalar("bool"))
    if short in _NOTHING:
        return NONE
    if is_dtype(short):
        given = spec_of(call.state.heap, call.args[0], numpy=True) if call.args else Spec(None, ())
        return one(Array(short, given.shape))
    if short in ("result_type", "dtype", "promote_types"):
        return UNKNOWN
    if short in _NOT_ARRAYS:
        return one(Iterator(one(Array()), source="tuple"))
    bound = bind_by_name(call.state, name, call.args, call.keywords)
    rule = array_rule(name)
    if rule is None:
        return one(Array(bound.dtype("dtype")))
    found = RULES[rule[0]](bound)
    if rule[0] in _RANDOM and isinstance(found, Spec) and found.shape == ():
        return one(Scalar("float" if rule[1] == "float64" else "int", varying=True))
    return _made(call.state, call.frame, call.node, found, bound, rule[1])


_RANDOM = frozenset({"np_random", "np_sized", "np_randint"})


def _made(
    state: State, frame: Frame, node: ast.AST, result: Result, bound: BoundArguments, how: str
) -> Value:
    dtype = None if how in ("given", "int") else result_dtype(bound, how)
    if isinstance(result, Spec):
        return one(Array(dtype or result.dtype, result.shape))
    if isinstance(result, Repeated):
        return one(Iterator(one(Array(dtype, result.spec.shape)), source="tuple"))
    shapes = [part.shape if isinstance(part, Spec) else None for part in result.specs]
    parts = tuple(one(Array(dtype, shape)) for shape in shapes)
    return (
        new_list(state, frame, node, union(*parts), exact=parts)
        if result.listed and parts
        else one(Tuple(parts))
    )


def _shape_of(state: State, args: Args) -> Value:
    shape = spec_of(state.heap, args[0], numpy=True).shape if args else None
    if shape is None:
        return one(Iterator(INT, source="shape"))
    return one(Tuple(tuple(INT if n is None else const(n) for n in shape)))


def call_member(call: Call, name: str, array: Array) -> Value:
    """A method of an array."""
    args = call.args
    if any(contains_tensor(call.state, v) for v in everything(args, call.keywords)):
        call.emit(Kind.NUMPY, f"the array method `{name}` gets a tensor")
    if name in _MUTATING:
        change_arrays(call.state, call.frame, call.node, one(array), f"an array is changed by `{name}()`")
        return NONE
    _note_rounded(call, name in _OF_BITS, one(array))
    if name == "tolist":
        return union(new_list(call.state, call.frame, call.node, _number_of(array)))
    if name == "item":
        return _number_of(array)
    out = _output(f"numpy.{name}", (one(array), *args), call.keywords)
    if out is not None:
        write_to(call.state, call.frame, call.node, out, f"`{name}()` writes to an array")
        return out
    if name == "astype":
        wanted = {"dtype": args[0] if args else call.keywords.get("dtype", UNKNOWN)}
        found = one(
            Array(BoundArguments(call.state.heap, "numpy.astype", wanted).dtype("dtype"), array.shape)
        )
        whole = any(isinstance(a, Array) and (a.dtype or "").startswith(("int", "uint")) for a in found)
        _note_rounded(call, whole, one(array))
        return at_home(found, "numpy.astype", (one(array),), call.keywords)
    if (name == "reshape" and len(args) != 1) or (name == "transpose" and len(args) > 1):
        args = (one(Tuple(args)),)
    if array_rule(f"numpy.{'ravel' if name == 'flatten' else name}") is None:
        found = one(Array(array.dtype if name in _KEEPING else None))
    else:
        short = "ravel" if name == "flatten" else name
        found = result_of(call.given((one(array), *args), call.keywords), f"numpy.{short}")
    return at_home(found, f"numpy.{name}", (one(array), *args), call.keywords)


def _number_of(array: Array) -> Value:
    """The Python number that NumPy makes of an element."""
    if array.dtype in ("float16", "float32", "float64"):
        return FLOAT
    return INT if (array.dtype or "").startswith(("int", "uint")) else union(FLOAT, INT)


_OF_BITS = frozenset({"view", "tobytes", "dumps", "tofile"})
"""Methods that show the last bits of numbers."""
_KEEPING = frozenset({"byteswap", "newbyteorder", "compress", "choose", "take", "repeat"})


def size_of(state: State, size: Value) -> Shape | None:
    """What `size=` asks for."""
    return target_shape(BoundArguments(state.heap, "numpy.random", {"size": size}), "size")


def _drawn(call: Call, name: str) -> Value:
    if name == "numpy.random.choice":
        return chosen(call.state, call.args, call.keywords, old=True)
    return result_of(call, name)


def chosen(state: State, args: Args, keywords: Bindings, *, old: bool) -> Value:
    """Rows of an array, or numbers below a limit, as many as `size` says.

    old: of the older generators, which give a number of Python for one draw.
    """
    source = spec_of(state.heap, args[0] if args else UNKNOWN, numpy=True)
    size = argument(args, keywords, 1, "size")
    if source.shape is None or "axis" in keywords or len(args) > 4:
        return one(Array(source.dtype if source.shape else None, None, (MADE,)))
    drawn = () if size is None or is_none(size) else size_of(state, size)
    if source.shape == () and drawn == () and old:
        return one(Scalar("int", varying=True))
    dtype = "int64" if source.shape == () else source.dtype
    return one(Array(dtype, None if drawn is None else (*drawn, *source.shape[1:]), (MADE,)))
