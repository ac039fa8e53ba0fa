"""Objects that draw random numbers, which move on with every draw: NumPy's generators and Python's `random.Random`."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import MADE, NONE, UNKNOWN, Array, Atom, Const, Ref, Scalar, Value, one
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.values.allocation import new_list
from hybridize_analyzer.knowledge.arrays import array_rule
from hybridize_analyzer.library.common import argument, dtype_of
from hybridize_analyzer.library.numpy import functions as numpy
from hybridize_analyzer.library.numpy.sharing import at_home, shuffle, write_to
from hybridize_analyzer.shapes.spec import is_none

Args = tuple[Value, ...]
NEW = "numpy.random.Generator"
OLD = "numpy.random.RandomState"
PYTHON = "random.Random"
_TYPED = {"random": 1, "standard_normal": 1, "standard_exponential": 1, "standard_gamma": 2}
"""Methods of the new generator that take a dtype, and its position."""
_OUTPUTS = {"random": 2, "standard_normal": 2, "standard_exponential": 3, "standard_gamma": 3, "permuted": 2}
"""Those that write to an array which they are given as `out`, and its position."""
_FLOATS = frozenset(
    """random uniform gauss normalvariate triangular betavariate expovariate gammavariate lognormvariate paretovariate
    vonmisesvariate weibullvariate""".split()
)
_INTEGERS = frozenset({"randint", "randrange", "getrandbits", "binomialvariate"})


def draw(call: Call, base: str, name: str, ref: Ref) -> Value:
    """A method of a generator."""
    library = "Python" if base == PYTHON else "NumPy"
    call.emit(Kind.AMBIENT, f"{library} randomness (`{name}`) is drawn", target=ref.key)
    if name == "shuffle" and call.args:
        shuffle(call.state, call.frame, call.node, call.args[0])
        return NONE
    if base == PYTHON:
        return python_draw(call.state, call.frame, call.node, name, call.args)
    out = argument(call.args, call.keywords, _OUTPUTS[name], "out") if name in _OUTPUTS else None
    if out is not None and not is_none(out):
        write_to(call.state, call.frame, call.node, out, f"`{name}` writes to an array")
        return out
    result = _array(call, base, name)
    return at_home(result, f"numpy.random.{name}", call.args, call.keywords)


def python_draw(state: State, frame: Frame, node: ast.AST, name: str, args: Args) -> Value:
    """A function of `random`, or a method of `random.Random`."""
    if name in _FLOATS:
        return one(Scalar("float", varying=True))
    if name in _INTEGERS:
        return one(Scalar("int", varying=True))
    if name == "seed":
        return NONE
    if name in ("choice", "choices", "sample") and args:
        element = elements_of(state, frame, args[0], node)
        element = frozenset(_drawn(atom) for atom in element) or UNKNOWN
        return element if name == "choice" else new_list(state, frame, node, element)
    return UNKNOWN


def _drawn(atom: Atom) -> Atom:
    """One of several numbers is another one at every draw."""
    if isinstance(atom, Const) and atom.type in ("int", "float", "str"):
        return Scalar(atom.type, varying=True)
    return atom


def _array(call: Call, base: str, name: str) -> Value:
    args = call.args
    keywords = call.keywords
    if name in ("permutation", "permuted") and args and any(isinstance(a, Array) for a in args[0]):
        return args[0]
    if name == "choice":
        return numpy.chosen(call.state, args, keywords, old=base == OLD)
    short = "randint" if name == "integers" else name
    if array_rule(f"numpy.random.{short}") is None:
        return one(Array(None, None, (MADE,)))
    dtype = None
    if base == NEW and name in _TYPED:
        dtype = argument(args, keywords, _TYPED[name], "dtype")
        args = args[: _TYPED[name]]
        keywords = {k: v for k, v in keywords.items() if k != "dtype"}
    result = numpy.result_of(call.given(args, keywords), f"numpy.random.{short}")
    if name == "integers":
        result = frozenset(Array("int64", ()) if isinstance(a, Scalar) else a for a in result)
    if dtype is None or is_none(dtype):
        return result
    named = dtype_of(dtype)
    return frozenset(replace(a, dtype=named) if isinstance(a, Array) else a for a in result)
