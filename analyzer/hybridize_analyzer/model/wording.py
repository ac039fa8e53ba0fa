"""Abstract values as a person reads them: `a float32 tensor of shape [?, 28]`, `the int 3`, `a list of …`."""

from __future__ import annotations

from hybridize_analyzer.domain.classes import container_of
from hybridize_analyzer.domain.computed import BATCHES
from hybridize_analyzer.domain.describe import shape_text
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    PART,
    SHAPES,
    Array,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Iterator,
    Module,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    one,
)
from hybridize_analyzer.interpreter.values.allocation import class_and_place

_MOST = 4
"""Possibilities that are named; more of them say less."""
_DEPTH = 2
_TENSORS = {
    "tensor": "tensor",
    "variable": "`tf.Variable`",
    "ragged": "ragged tensor",
    "sparse": "sparse tensor",
    "slices": "`tf.IndexedSlices`",
    "array": "`tf.TensorArray`",
    "symbolic": "symbolic Keras tensor",
    "dataset": "dataset",
    "truth": "truth of a tensor",
}
_CONTAINERS = {"list": "a list", "set": "a set", "dict": "a dict", "deque": "a deque"}


def described(state: State, value: Value, depth: int = _DEPTH) -> str:
    """What a value may be: its possibilities joined by `or`.  depth: of containers whose elements are told, too."""
    if not value:
        return "nothing that a visible run evaluates"
    texts = sorted({_atom(state, atom, depth) for atom in value})
    if len(texts) > _MOST:
        return f"{', '.join(texts[:_MOST])} or one of {len(texts) - _MOST} more things"
    return " or ".join(texts)


def described_list(state: State, value: Value) -> str:
    """The value of a list that is written down: where no object stands for it, its elements."""
    text = described(state, value)
    return f"a list{text.removeprefix('a tuple')}" if text.startswith("a tuple") else text


def _atom(state: State, atom: Atom, depth: int) -> str:
    if isinstance(atom, Tensor):
        return _tensor(atom)
    if isinstance(atom, Array):
        return f"a NumPy array{_of(atom)}"
    if isinstance(atom, Const):
        return _constant(atom)
    if isinstance(atom, Scalar):
        return _scalar(atom)
    if isinstance(atom, (Tuple, Iterator)):
        return _sequence(state, atom, depth)
    if isinstance(atom, Ref):
        return _object(state, atom, depth)
    if isinstance(atom, Opaque):
        return _unknown(atom.origin)
    return _code(atom)


def _tensor(tensor: Tensor) -> str:
    kind = _TENSORS.get(tensor.kind, tensor.kind)
    open_ = (
        ", some length of which a graph does not know" if tensor.dynamic and tensor.kind == "tensor" else ""
    )
    return f"a {kind}{_of(tensor)}{open_}"


def _of(atom: Tensor | Array) -> str:
    """Dtype and shape as they are known: ` of float32 [?, 28]`."""
    known = [text for text in (atom.dtype, shape_text(one(atom))) if text]
    return f" of {' '.join(known)}" if known else ""


def _constant(atom: Const) -> str:
    if atom.value is None:
        return "None"
    return f"the {atom.type} {atom.value!r}"


def _scalar(atom: Scalar) -> str:
    article = "an" if atom.type[0] in "aeiou" else "a"
    if atom.open:
        return "a length that a graph does not know"
    return f"{article} {atom.type}{', another one from time to time' if atom.varying else ''}"


def _sequence(state: State, atom: Tuple | Iterator, depth: int) -> str:
    if isinstance(atom, Tuple):
        if not depth:
            return "a tuple"
        return f"a tuple ({', '.join(described(state, e, depth - 1) for e in atom.elements)})"
    name = "the static shape of a tensor" if atom.source in SHAPES else f"a sequence (`{atom.source}`)"
    return f"{name} of {described(state, atom.element, depth - 1)}" if depth and atom.element else name


def _object(state: State, atom: Ref, depth: int) -> str:
    found = state.heap.objects.get(atom.key)
    if found is None:  # made only while the body was looked at again
        cls, place = class_and_place(atom.key)
        return f"an object of `{cls.rpartition('.')[2]}`, made at {place}"
    where = f"made at {found.where.path}:{found.where.line}"
    container = container_of(state, found.cls)
    plain = _CONTAINERS.get((container or "").rpartition(".")[2])
    if plain is None or not isinstance(found.cls, str):
        return f"an object of `{found.type_name.rpartition('.')[2]}`, {where}"
    inside = state.heap.objects[atom.key].fields.get(ELEMENTS)
    held = f" of {described(state, inside, depth - 1)}" if inside and depth else ""
    return f"{plain}{held}, {where}"


def _unknown(origin: str) -> str:
    part = "a part of " if origin.startswith(PART) else ""
    name = origin.removeprefix(PART)
    if name.startswith("param:"):
        parameter = name.removeprefix("param:").partition("@")[0]
        return f"{part}what an unseen caller passes" + (f" for `{parameter}`" if parameter != "?" else "")
    if name in ("unknown", "", *(batch.removeprefix(PART) for batch in BATCHES)):
        return f"{part}something that cannot be seen"
    if name == "too many possibilities":
        return "any of too many things to tell apart"
    return f"{part}something that cannot be seen ({name})"


def _code(atom: Atom) -> str:
    if isinstance(atom, Function):
        return f"the function `{atom.code.qualname}`"
    if isinstance(atom, Bound):
        inner = atom.function
        name = inner.code.qualname if isinstance(inner, Function) else getattr(inner, "name", "")
        return f"the method `{short(name)}`"
    if isinstance(atom, Partial):
        return "a `functools.partial`"
    if isinstance(atom, Hybrid):
        inner = atom.function
        return f"the `tf.function` of `{inner.code.qualname if isinstance(inner, Function) else '…'}`"
    if isinstance(atom, Class):
        return f"the class `{atom.code.qualname}`"
    if isinstance(atom, Module):
        return f"the module {atom.path}"
    assert isinstance(atom, External)
    return f"`{short(atom.name)}`"


def short(name: str) -> str:
    """A dotted name as programs write it."""
    for prefix, written in (("builtins.", ""), ("tensorflow.", "tf."), ("numpy.", "np.")):
        if name.startswith(prefix):
            return written + name.removeprefix(prefix)
    return name
