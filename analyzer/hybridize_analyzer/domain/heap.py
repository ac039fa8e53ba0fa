"""The abstract heap: objects by allocation site, with fields that only grow.

Field `[]` stands for the elements of a container.  Every object remembers who holds it (for escape) and which of
its fields change after it was made (for state that a trace would freeze).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from hybridize_analyzer.domain.ownership import kept
from hybridize_analyzer.domain.tracking import Step, Tracker
from hybridize_analyzer.domain.values import (
    NOTHING,
    OPEN,
    TOP,
    Array,
    Atom,
    Bound,
    Const,
    Function,
    Hybrid,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
    const,
    few_numbers,
    one,
    parts_of,
    static,
    union,
    widen,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.program.code import ClassCode, FunctionCode
from hybridize_analyzer.report import Location

ELEMENTS = "[]"
LAZY = "first call: "
"""In front of the name of a field that only the first call of something sets."""
_GLOBAL = "global:"
"""How the key of a variable of a module begins, in front of its file and its name."""
_CLASS = "class:"
_OBJECTS_OF = "objects of "
"""How the key of a class begins, and that of all of its objects, where the heap records who refers to something."""
_METHODS = "methods: "
"""The name under which changes of the methods are recorded that something refers to."""
_NO_METHODS: frozenset[FunctionCode] = frozenset()
_CONTAINERS = ("builtins.list", "builtins.dict")
_SHORT = 20
"""Texts shorter than this are taken apart into characters."""
_WIDEN_AFTER = 6
_GIVE_UP_AFTER = 40


@dataclass(slots=True)
class Object:
    """cls: a project class, or the dotted name of an external type (`builtins.list`, `keras.Sequential`)."""

    key: str
    cls: ClassCode | str
    where: Location
    fields: dict[str, Value] = field(default_factory=dict)
    growth: dict[str, int] = field(default_factory=dict)
    exact: tuple[Value, ...] | None = None
    holders: set[str] = field(default_factory=set)
    changed: dict[str, Location] = field(default_factory=dict)
    multiple: bool = False
    built: bool = False

    @property
    def type_name(self) -> str:
        return self.cls if isinstance(self.cls, str) else self.cls.qualname


def callable_key(code: FunctionCode) -> str:
    """What stands for a function where the heap records who refers to it."""
    return f"def:{code.key}"


def method_key(code: FunctionCode, receiver: str) -> str:
    """What stands for the methods of one object where the heap records who refers to them."""
    return f"{callable_key(code)} of {receiver}"


@dataclass(slots=True)
class Heap:
    """All objects of one analysis; reads and changes are tracked.

    instances: keys by project class.  held: stamps of who holds an object.
    undo: while frozen, what takes back each object made and each holder added.
    """

    track: Tracker = field(default_factory=Tracker)
    objects: dict[str, Object] = field(default_factory=dict)
    instances: dict[ClassCode, list[str]] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    callables: dict[str, set[str]] = field(default_factory=dict)
    """Who refers to functions, and to objects as parts of methods and partial functions."""
    methods: dict[str, frozenset[FunctionCode]] = field(default_factory=dict)
    """Functions of the project that something refers to as methods of an object, by its key."""
    arrays_changed: Location | None = None
    undo: list[Callable[[], object]] = field(default_factory=list)
    frozen: bool = False
    converted: bool = False
    """Whether a trial sees objects that differ from those of the analysis."""
    anew: dict[str, Mapping[str, Value]] | None = None
    """Containers that a trial has made anew, each with what the analysis knows of it; None while none may be."""
    given: frozenset[str] = frozenset()
    """Containers that a trial is given, which are not made anew."""
    inexact: set[str] = field(default_factory=set)
    """Those of `anew` of which the elements may be known one by one, as nothing has been written there yet."""

    @contextmanager
    def making_anew(self, given: frozenset[str] | None) -> Iterator[None]:
        """What a trial in here puts in containers that it makes itself stands alone there.

        given: the containers that the trial is given; None where that is not seen.
        """
        outer = self.anew, self.given, self.inexact
        self.anew, self.given, self.inexact = None if given is None else {}, given or _NO_KEYS, set()
        try:
            yield
        finally:
            self.anew, self.given, self.inexact = outer

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Evaluations in here see the heap as it is, and leave it so."""
        outer, before = self.frozen, len(self.undo)
        self.frozen = True
        try:
            yield
        finally:
            self.frozen, self.converted = outer, self.converted and outer
            while len(self.undo) > before:
                self.undo.pop()()

    def __getitem__(self, key: str) -> Object:
        """The object as it is now; the running evaluation depends on it from here on."""
        reads = self.track.reads
        if key not in reads:
            reads[key] = self.track.stamps.get(key, 0)
        return self.objects[key]

    def type_of(self, key: str) -> ClassCode | str:
        return self.objects[key].cls

    def type_name(self, key: str) -> str:
        """The class of an object as messages name it."""
        return self.objects[key].type_name

    def items_of(self, value: Value) -> tuple[Value, ...] | None:
        """The elements one by one, when there is exactly one possibility and its length is known."""
        if len(value) != 1:
            return None
        (atom,) = value
        if isinstance(atom, Tuple):
            return atom.elements
        if isinstance(atom, LazySequence):
            return atom.items
        if isinstance(atom, Ref):
            kinds = ("builtins.list", "collections.namedtuple-instance")
            return self[atom.key].exact if self.type_of(atom.key) in kinds else None
        if isinstance(atom, Const) and atom.type == "str" and len(atom.value) < _SHORT:
            return tuple(const(c) for c in atom.value)
        return None

    def is_list(self, ref: Ref) -> bool:
        """Whether an object is a list of Python."""
        return self.type_of(ref.key) == "builtins.list"

    def elements_of_list(self, ref: Ref) -> Value:
        """What a list holds, all elements together."""
        return self.read(ref.key, ELEMENTS)

    def is_unheld(self, key: str) -> bool:
        """Whether nothing refers to the object."""
        return self._ask("unheld", key)

    def is_only_named(self, key: str) -> bool:
        """Whether only variables refer to the object."""
        return self._ask("named", key)

    def is_held_by(self, key: str, holders: frozenset[str]) -> bool:
        """Whether one of `holders` refers to the object."""
        return self._ask("held by", key, holders)

    def is_rooted_in(self, key: str, roots: frozenset[str]) -> bool:
        """Whether all that refers to it, directly or not, are variables whose keys begin with one of `roots`.

        key: of an object, also as part of bound methods, or what `callable_key` says of a function.
        """
        return self._ask("rooted", key, roots)

    def is_fresh(self, key: str, allocated: frozenset[str], given: frozenset[str]) -> bool:
        """Whether the object was made during a call and cannot be seen from outside it."""
        return key in allocated and key not in given and self._ask("fresh", key, allocated, given)

    def is_method_fresh(
        self, code: FunctionCode, key: str, allocated: frozenset[str], given: frozenset[str]
    ) -> bool:
        """Whether all that refers to a method of an object was made during a call and cannot be seen from outside it."""
        return self._ask("fresh callable", method_key(code, key), allocated, given)

    def is_callable_fresh(self, code: FunctionCode, allocated: frozenset[str]) -> bool:
        """Whether all that refers to a function was made during a call and cannot be seen from outside it."""
        return self._ask("fresh callable", callable_key(code), allocated, _NO_KEYS)

    def is_kept_of_each(self, code: FunctionCode, key: str) -> bool:
        """Whether one container keeps a method of each of several objects that only local variables hold."""
        return self._ask("kept of each", key, frozenset((method_key(code, key),)))

    def variables_of(self, key: str) -> list[tuple[str, str]] | None:
        """The variables of modules that hold an object, by file and name; None where anything else does, too.

        It is asked of the finished analysis: evaluations that rest on it would not be told of another holder.
        """
        holders = self._holders(self.track.running[-1].held, key)
        if not all(holder.startswith(_GLOBAL) for holder in holders):
            return None
        variables = [holder.removeprefix(_GLOBAL).rpartition(":") for holder in holders]
        return [(path, name) for path, _, name in variables]

    def methods_of(self, key: str) -> frozenset[FunctionCode]:
        """Functions of the project that something refers to as methods of an object."""
        self.track.read((key, _METHODS))
        return self.methods.get(key, _NO_METHODS)

    def _ask(self, *question: Any) -> bool:
        running = self.track.running[-1]
        answer = self._answer(running.held, *question)
        running.questions.append((question, answer))
        return answer

    def answers_again(self, held: dict[str, int], questions: list[tuple[Step, bool]]) -> bool:
        """Whether questions about holders, asked when these had the stamps `held`, have the same answers now."""
        if all(self.held.get(key, 0) == stamp for key, stamp in held.items()):
            return True
        held.clear()
        return all(self._answer(held, *question) == answer for question, answer in questions)

    def _answer(self, held: dict[str, int], kind: str, key: str, *sets: frozenset[str]) -> bool:
        if kind == "unheld":
            return not self._holders(held, key)
        if kind == "named":
            return all(h.startswith((_GLOBAL, "env:")) for h in self._holders(held, key))
        if kind == "held by":
            return not sets[0].isdisjoint(self._holders(held, key))
        if kind == "rooted":
            return self._is_rooted(held, key, tuple(sets[0]))
        if kind == "kept of each":
            return self._is_kept_of_each(held, key, sets[0])
        if kind == "fresh callable":
            return all(self._is_fresh(held, each, *sets) for each in self._callable_holders(held, key))
        return self._is_fresh(held, key, *sets)

    def _holders(self, held: dict[str, int], key: str) -> set[str]:
        held[key] = self.held.get(key, 0)
        return self.objects[key].holders

    def _is_kept_of_each(self, held: dict[str, int], key: str, methods: frozenset[str]) -> bool:
        if not self[key].multiple or self._holders(held, key):
            return False
        holders = {holder for method in methods for holder in self._callable_holders(held, method)}
        containers = [self[holder] for holder in holders if holder in self.objects]
        return any(isinstance(c.cls, str) and not c.multiple for c in containers)

    def _callable_holders(self, held: dict[str, int], key: str) -> set[str]:
        held[key] = self.held.get(key, 0)
        return self.callables.get(key, set())

    def _is_rooted(self, held: dict[str, int], key: str, roots: tuple[str, ...]) -> bool:
        seen, pending = {key}, [key]
        while pending:
            current = pending.pop()
            held[current] = self.held.get(current, 0)
            own = self.objects[current].holders if current in self.objects else set()
            for holder in (own | self.callables.get(current, set())) - seen:
                seen.add(holder)
                if holder in self.objects:
                    pending.append(holder)
                elif not holder.startswith(roots):
                    return False
        return True

    def _is_fresh(
        self, held: dict[str, int], key: str, allocated: frozenset[str], given: frozenset[str]
    ) -> bool:
        seen: set[str] = set()
        pending = [key]
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            if current.startswith(_OBJECTS_OF):
                pending += self._instances(held, current)
                continue
            own = current in allocated or (current != key and _is_of_another_run(current, allocated))
            if not own or current in given:
                return False
            if current in self.objects:
                pending += self._holders(held, current)
            elif current.startswith("env:"):
                pending += self._callable_holders(held, current)
        return True

    def _instances(self, held: dict[str, int], key: str) -> list[str]:
        """The objects of a class, by what stands for them as a holder of what its methods capture."""
        held[key] = self.held.get(key, 0)
        return [each for cls, keys in self.instances.items() if key == _objects_of(cls) for each in keys]

    def allocate(self, key: str, cls: ClassCode | str, where: Location, *, again: bool) -> Object:
        """again: several objects of one run share this key."""
        self._wrote("object", key, again)
        found = self.objects.get(key)
        if found is None:
            found = self.objects[key] = Object(key, cls, where)
            if self.frozen:
                self.undo.append(lambda: self.objects.pop(key))
                return found
            if isinstance(cls, ClassCode):
                self.instances.setdefault(cls, []).append(key)
                self.track.version += 1
                self.held[_objects_of(cls)] = self.track.version
                self.track.reheld.add(_objects_of(cls))
            self.track.changed(key)
        elif self.anew is not None and self.frozen:
            self._make_anew(found, self.anew, again=again)
        if again and not found.multiple and not self.frozen:
            found.multiple = True
            self.track.changed(key)
        return found

    def _make_anew(self, found: Object, anew: dict[str, Mapping[str, Value]], *, again: bool) -> None:
        """Empties a list or dict that the trial makes, where the analysis knows open lengths in it and nothing keeps it.

        It is emptied once: a second one of the same place is joined to the first.
        """
        key = found.key
        if key in anew or again or found.multiple or found.cls not in _CONTAINERS or key in self.given:
            return
        if found.holders or self.callables.get(key) or not any(map(_has_open_lengths, found.fields.values())):
            return
        anew[key] = dict(found.fields)
        self.inexact.add(key)
        found.fields.clear()
        self.undo.append(lambda: found.fields.update(anew[key]))
        self.set_exact(key, None)

    def keep_made(self, keys: Iterable[str]) -> None:
        """A trial is given containers by a call that is not evaluated again: others of their places are joined to them."""
        if self.anew is not None and self.frozen:
            for key in keys:
                if key in self.objects and key not in self.anew:
                    self.anew[key] = dict(self.objects[key].fields)

    def field(self, key: str, name: str) -> Value | None:
        """What one field may hold; None where nothing has set it.  What happens to other fields does not matter."""
        self.track.read((key, name))
        return self.objects[key].fields.get(name)

    def inside(self, atom: Atom) -> tuple[Value, ...]:
        """What stands in a tuple, a sequence, or a container of a library.

        Where one element may be anything, so may their union: the others are given one by one then, if they are known.
        """
        if isinstance(atom, Tuple):
            return atom.elements
        if isinstance(atom, LazySequence):
            element = atom.element
        elif isinstance(atom, Ref) and isinstance(self.type_of(atom.key), str):
            element = self.read(atom.key, ELEMENTS)
        else:
            return ()
        return (element, *(self.items_of(one(atom)) or ())) if element == TOP else (element,)

    def holds(self, value: Value) -> bool:
        """Whether there may be values inside one of its atoms, as `inside` gives them."""
        for atom in value:
            kind = type(atom)
            if kind in _SEQUENCES or (kind is Ref and type(self.objects[atom.key].cls) is str):  # type: ignore[union-attr]
                return True
        return False

    def read(self, key: str, name: str) -> Value:
        return self.field(key, name) or NOTHING

    def write(self, key: str, name: str, value: Value) -> None:
        """Weak update: the field may hold `value` from now on."""
        value = kept(value, (key, _field(name)))
        self._wrote("field", key, name, value)
        target = self.objects[key]
        old = target.fields.get(name, NOTHING)
        if name in target.fields and (value <= old or old == TOP):
            return
        if self.frozen:
            self.see_tried(value, old)
            if self.anew is not None and key in self.anew and value != self.anew[key].get(name):
                self.converted = True
            self._try(target.fields, name, union(old, value))
            self._hold(value, key)
            return
        count = target.growth.get(name, 0)
        new = widen(old, value) if count >= _WIDEN_AFTER else few_numbers(union(old, value))
        if new != old or name not in target.fields:
            target.growth[name] = count + 1
            new = TOP if count >= _GIVE_UP_AFTER else new
            target.fields[name] = new
            self.field_changed(key, name)
            self._hold(value, key)

    def see_tried(self, value: Value, known: Value) -> None:
        """A trial puts a value where the analysis knows others: calls that find it there are evaluated, too.

        That a graph knows the shape of a tensor, or rounds it otherwise, is no reason.
        """
        if known and not self.converted:
            self.converted = not static(value) <= static(known)

    def _try(self, fields: dict[str, Value], name: str, value: Value) -> None:
        """Sets a field until the trial is over."""
        before = fields.get(name)
        fields[name] = value
        self.undo.append(lambda: fields.pop(name) if before is None else fields.update({name: before}))

    def convert(self, key: str, change: Callable[[Value], Value]) -> None:
        """Changes what an object holds until the trial is over."""
        self.converted = True
        target = self.objects[key]
        for name, value in [*target.fields.items()]:
            self._try(target.fields, name, change(value))
        self.set_exact(key, None if target.exact is None else tuple(map(change, target.exact)))

    def set_exact(self, key: str, elements: tuple[Value, ...] | None) -> None:
        """Element-wise knowledge of a list; None once it may have changed."""
        elements = None if elements is None else tuple(kept(e, (key, ELEMENTS)) for e in elements)
        self._wrote("elements", key, elements)
        target = self.objects[key]
        if target.exact == elements:
            return
        before, target.exact = target.exact, elements
        if self.frozen:
            self.undo.append(lambda: setattr(target, "exact", before))
            return
        self.track.changed(key)

    def make_exact(self, key: str, elements: tuple[Value, ...] | None) -> None:
        """Element-wise knowledge of a list where it is made; several lists of one site are joined."""
        self._wrote("made with", key, elements)
        elements = None if elements is None else tuple(kept(e, (key, ELEMENTS)) for e in elements)
        target = self.objects[key]
        if target.exact is not None:
            same = elements is not None and len(target.exact) == len(elements)
            joined = tuple(union(x, y) for x, y in zip(target.exact, elements or (), strict=False))
            self.set_exact(key, joined if same else None)
        elif elements is not None and not self.frozen and not target.growth.get("inexact"):
            target.growth["inexact"] = 1
            self.set_exact(key, elements)
        elif key in self.inexact:
            self.set_exact(key, elements)
        self.inexact.discard(key)

    def hold(self, value: Value, holder: str) -> None:
        """Records that `holder` refers to every object in `value`."""
        self._wrote("holder", value, holder)
        self._hold(value, holder)

    def _wrote(self, *what: object) -> None:
        """Tells the running evaluation what it has written, unless all that is only a trial."""
        if not self.frozen:
            self.track.wrote(*what)

    def _hold(self, value: Value, holder: str) -> None:
        for atom in value:
            if isinstance(atom, Ref):
                holders = self.objects[atom.key].holders
                if holder not in holders:
                    self._add_holder(atom.key, holders, holder)
            elif isinstance(atom, Tuple):
                for element in atom.elements:
                    self._hold(element, holder)
            elif isinstance(atom, (Function, Bound, Partial, Hybrid)):
                self._hold_callable(atom, holder)

    def _hold_callable(self, callable_: Atom, holder: str) -> None:
        """Records that `holder` refers to a function, or to an object as part of a callable."""
        reached, pending = {callable_}, [callable_]
        while pending:
            atom = pending.pop()
            inner: set[Atom] = set()
            if isinstance(atom, (Bound, Partial, Hybrid)):
                inner.add(atom.function)
            if isinstance(atom, Bound):
                inner.add(atom.receiver)
            elif isinstance(atom, Partial):
                inner.update(each for value in parts_of(atom) for each in value)
            pending += inner - reached
            reached |= inner
            if isinstance(atom, Bound) and atom.of_object is not None:
                self._add_method(*atom.of_object)
            key = _key_in_callable(atom)
            if key is not None:
                self._hold_by_key(key, holder)
            if isinstance(atom, Function) and atom.env is not None:
                # Methods of a class live as long as its objects.
                self._hold_by_key(atom.env, _OBJECTS_OF + holder if holder.startswith(_CLASS) else holder)

    def _hold_by_key(self, key: str, holder: str) -> None:
        holders = self.callables.setdefault(key, set())
        if holder not in holders:
            self._add_holder(key, holders, holder)

    def _add_method(self, code: FunctionCode, receiver: str) -> None:
        known = self.methods.get(receiver, _NO_METHODS)
        if code not in known and not self.frozen:
            self.methods[receiver] = known | {code}
            self.track.changed((receiver, _METHODS))

    def _add_holder(self, key: str, holders: set[str], holder: str) -> None:
        holders.add(holder)
        if self.frozen:
            self.undo.append(lambda: holders.discard(holder))
        else:
            self.track.version += 1
            self.held[key] = self.track.version
            self.track.reheld.add(key)

    def build(self, key: str) -> None:
        """A Keras layer has its variables from now on."""
        target = self.objects[key]
        self._wrote("built", key)
        if not self.frozen and not target.built:
            target.built = True
            self.track.changed(key)

    def change(self, key: str, name: str, where: Location) -> None:
        """Records that a field changes after its object was made."""
        self._wrote("change", key, name, where)
        if not self.frozen and name not in self.objects[key].changed:
            self.objects[key].changed[name] = where
            self.field_changed(key, name)

    def field_changed(self, key: str, name: str) -> None:
        """A field has changed, and with it the object as a whole."""
        self.track.changed(key)
        self.track.changed((key, name))

    def change_arrays(self, where: Location) -> None:
        """Arrays have no place in the heap: any field that holds one may be the one that changes."""
        self._wrote("arrays", where)
        if self.arrays_changed is None and not self.frozen:
            self.arrays_changed = where
            self.track.changed("arrays")

    def recorded_change(self, key: str, name: str) -> Location | None:
        """Where a change was recorded under a name."""
        self.track.read((key, name))
        return self.objects[key].changed.get(name)

    def changed_at(self, key: str, name: str) -> Location | None:
        """Where a field is changed after its object was made."""
        where = self.recorded_change(key, name) or self.recorded_change(key, "[any]")
        if where is None and Array in map(type, self.read(key, name)):
            self.track.read("arrays")
            return self.arrays_changed
        return where


def _key_in_callable(atom: Atom) -> str | None:
    """What stands for a function, a method of an object or an object that a callable consists of; None for other parts."""
    if isinstance(atom, Function):
        return callable_key(atom.code)
    if isinstance(atom, Bound) and atom.of_object is not None:
        return method_key(*atom.of_object)
    return atom.key if isinstance(atom, Ref) else None


def _has_open_lengths(value: Value) -> bool:
    """Whether there are tensors or lengths in a value of which a graph would know less than eager execution does."""
    return any(
        (isinstance(atom, Tensor) and (atom.dynamic or atom.unranked or atom.supposed))
        or atom == OPEN
        or (isinstance(atom, Tuple) and any(map(_has_open_lengths, atom.elements)))
        or (isinstance(atom, LazySequence) and _has_open_lengths(atom.element))
        for atom in value
    )


def _objects_of(cls: ClassCode) -> str:
    return f"{_OBJECTS_OF}{_CLASS}{cls.key}"


def _is_of_another_run(key: str, allocated: frozenset[str]) -> bool:
    """Whether it stands for the variables of a function, and those of another call of the function are new.

    Objects that each call makes in one place are one to the heap, so that they are held by the variables of all calls.
    """
    function = key.rpartition(":")[0]
    return key.startswith("env:") and any(other.rpartition(":")[0] == function for other in allocated)


def _field(name: str) -> str:
    """The name under which changes of a field are recorded: those of an entry count for the whole container."""
    return ELEMENTS if name.startswith("[") else name


_SEQUENCES = frozenset({Tuple, LazySequence})
_NO_KEYS: frozenset[str] = frozenset()
_REFERRING = frozenset({Ref, Tuple})


def references(value: Value) -> frozenset[str]:
    """Keys of the objects that a value refers to directly (through tuples, not through the heap)."""
    if _REFERRING.isdisjoint(map(type, value)):
        return _NO_KEYS
    keys: set[str] = set()
    for atom in value:
        kind = type(atom)
        if kind is Ref:
            keys.add(atom.key)  # type: ignore[union-attr]
        elif kind is Tuple:
            for element in atom.elements:  # type: ignore[union-attr]
                keys |= references(element)
    return frozenset(keys)
