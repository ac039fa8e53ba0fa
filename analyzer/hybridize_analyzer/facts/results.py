"""What a function returns, as far as a graph can return it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.computed import FROM_COMPUTATION, MADE_OBJECT, is_computed
from hybridize_analyzer.domain.contents import KEYS
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import (
    FROM_CALLER,
    NOTHING,
    OPERATION,
    UNKNOWN,
    Array,
    Atom,
    Class,
    Const,
    External,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    one,
    parts_of,
    union,
)
from hybridize_analyzer.facts.frozen_reads import changed_later
from hybridize_analyzer.interpreter.tracing.places import contains, places_in, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.interpreter.values.objects import PROXIED
from hybridize_analyzer.interpreter.values.writes import CHANGED_WHERE_GIVEN
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver.hints import described

_ORDER = (
    "unknown",
    "object",
    "variable",
    "python",
    "masked",
    "accompanied",
    "mixed",
    "unseen",
    "tensors",
    "none",
    "nothing",
)


def result_kind(state: State, code: FunctionCode, contexts: Sequence[Context]) -> str:
    """What all visible calls return; where that cannot be seen, tensors if the return hint or operations suggest them."""
    found = union(NOTHING, *(c.summary.returned for c in contexts)) if contexts else UNKNOWN
    kind = classify_result(state, found)
    if kind in _RETURNABLE and any(_is_handed_out(state, code, c) for c in contexts):
        return "shared"
    hint = getattr(code.node, "returns", None)
    if kind != "unknown":
        return kind
    if hint is None:
        return "unseen" if any(c.summary.ops for c in contexts) else kind
    promised = described(state, code.module, hint)
    return "unseen" if promised and classify_result(state, promised) in ("tensors", "none") else kind


_RETURNABLE = ("accompanied", "mixed", "unseen", "tensors", "none")
_CONTAINERS = ("builtins.list", "builtins.dict", "collections.OrderedDict")


def _is_handed_out(state: State, code: FunctionCode, context: Context) -> bool:
    """Whether a call returns a container that was there before, of which a graph returns a copy, and somebody changes it."""
    pending, seen = [context.summary.returned], set[str]()
    while pending:
        for atom in pending.pop():
            pending += parts_of(atom)
            if not isinstance(atom, Ref) or atom.key in seen:
                continue
            seen.add(atom.key)
            if state.heap.type_of(atom.key) in _CONTAINERS:
                pending += state.heap[atom.key].fields.values()
                own = atom.key in context.summary.allocated
                if not own and (
                    changed_later(state, code, atom.key, ELEMENTS)
                    or _is_changed_behind(state, context, atom.key)
                ):
                    return True
    return False


def _is_changed_behind(state: State, context: Context, key: str) -> bool:
    """Whether the caller itself changes a container after a call, or in a next turn of a loop that does not make it anew."""
    made = span_of(state.heap[key].where)
    for place in state.all_noted(CHANGED_WHERE_GIVEN + key):
        assert isinstance(place, Location)
        changer = enclosing(state, place)
        loops = [loop for loop in places_in(state, place.path, changer).loops if not contains(loop, made)]
        for site in context.sites:
            if site.caller is changer and site.where.path == place.path:
                change, call = span_of(place), span_of(site.where)
                if change > call or any(contains(loop, change) and contains(loop, call) for loop in loops):
                    return True
    return False


def classify_result(state: State, value: Value) -> str:
    """`tensors` (in tuples, lists, dicts, with None), `none`, or the worst other thing found in the structure.

    python: numbers, strings, arrays, which come back as tensors.  mixed: a tensor or, in some runs, a number.
    variable: comes back as its value.  accompanied: a variable beside tensors, such as the number of steps.
    masked: comes back without the mask that Keras has put on it.
    object: cannot come back at all.
    """
    return _Structure(state).kind_of(value, 4)


@dataclass(slots=True)
class _Structure:
    """What a function returns, taken apart.  known: its parts so far, which containers may share, by depth."""

    state: State
    known: dict[tuple[Value, int], str] = field(default_factory=dict)

    def kind_of(self, value: Value, depth: int) -> str:
        found = self.known.get((value, depth))
        if found is None:
            found = self.known[value, depth] = self._kind_of(value, depth)
        return found

    def _kind_of(self, value: Value, depth: int) -> str:
        kinds = {self._classify(atom, depth) for atom in value}
        if "tensors" in kinds and kinds <= {"tensors", "python"} and all(map(_is_number_or_tensor, value)):
            return "tensors" if len(kinds) == 1 else "mixed"
        if kinds == {"unseen", "python"} and all(
            _is_number_or_tensor(a) or is_computed(one(a)) for a in value
        ):
            return "mixed"  # a sum that begins with 0.0, of what unseen code computes
        return next((kind for kind in _ORDER if kind in kinds), "unknown" if not value else "nothing")

    def _classify(self, atom: Atom, depth: int) -> str:
        simple = _classify_simple(atom)
        if simple is not None:
            return simple
        if depth == 0:
            return "unknown"
        if isinstance(atom, Tuple):
            return self._worst(atom.elements, depth)
        if isinstance(atom, Iterator):
            inner = self.kind_of(atom.element, depth - 1)
            return inner if atom.source in ("tuple", "list", "slice") else "object"
        return self._classify_object(atom, depth) if isinstance(atom, Ref) else "object"

    def _classify_object(self, ref: Ref, depth: int) -> str:
        found = self.state.heap[ref.key]
        keys = {type(a.value) for a in found.fields.get(KEYS, NOTHING) if isinstance(a, Const)}
        if found.cls == "builtins.dict" and (len(keys) > 1 or self._has_keys_without_order(found.fields)):
            return "object"  # TensorFlow sorts the keys
        if self.state.noted(PROXIED, ref.key) is not None:
            return "object"
        if found.cls in ("builtins.list", "builtins.dict", "collections.OrderedDict"):
            if found.exact is not None:
                return self._worst(found.exact, depth)
            return self._classify_elements(found.fields, depth)
        if found.cls == "collections.namedtuple-instance":
            return self._worst(found.fields.values(), depth)
        if not isinstance(found.cls, str) and descends(self.state, found.cls, "typing.NamedTuple"):
            return self._worst(found.fields.values(), depth)
        return "object"

    def _has_keys_without_order(self, fields: Mapping[str, Value]) -> bool:
        """Whether two keys or more are members of an enumeration, dtypes or other objects that Python cannot sort."""
        keys = fields.get(KEYS, NOTHING)
        if any(
            len(set(map(_type_of, e))) > 1 for key in keys if isinstance(key, Tuple) for e in key.elements
        ):
            return True
        return len(keys) > 1 and all(isinstance(a, (Ref, External, Class)) for a in keys)

    def _classify_elements(self, fields: Mapping[str, Value], depth: int) -> str:
        """Entry by entry, where all keys are known: numbers beside tensors are `mixed`, as those of other containers."""
        entries = [v for name, v in fields.items() if name.startswith("[") and name not in (ELEMENTS, KEYS)]
        found = fields.get(ELEMENTS, NOTHING)
        if not entries or "[?]" in fields or all(map(_is_number_or_tensor, found)):
            return self.kind_of(found, depth - 1) if found else "tensors"
        return self._worst(entries, depth)

    def _worst(self, parts: Iterable[Value], depth: int) -> str:
        kinds = {self.kind_of(part, depth - 1) for part in parts}
        if kinds >= {"variable", "tensors"}:
            kinds = kinds - {"variable"} | {"accompanied"}
        return next((kind for kind in _ORDER if kind in kinds), "tensors")


def _type_of(atom: Atom) -> object:
    return type(atom.value) if isinstance(atom, Const) else type(atom)


def _classify_simple(atom: Atom) -> str | None:
    """What is no container; None for what may be one."""
    if isinstance(atom, Tensor):
        if atom.kind == "variable":
            return "variable"
        if atom.kind == "truth":
            return "python"
        if atom.masked and atom.kind == "tensor":
            return "masked"
        return "object" if atom.kind in ("symbolic", "array") else "tensors"
    if isinstance(atom, Const) and atom.value is None:
        return "object" if atom in OPERATION else "none"
    if isinstance(atom, (Const, Scalar, Array)):
        return "python"
    if isinstance(atom, Opaque):
        if atom.origin == MADE_OBJECT:
            return "object"
        return "unseen" if atom.origin.startswith((*FROM_CALLER, *FROM_COMPUTATION)) else "unknown"
    return None


def _is_number_or_tensor(atom: object) -> bool:
    return isinstance(atom, Tensor) or (
        isinstance(atom, (Const, Scalar)) and atom.type in ("int", "float", "bool")
    )
