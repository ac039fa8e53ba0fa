"""`unittest.mock.patch` and its kin, and `monkeypatch` of pytest: something is set for a time, and set back.

A patch is an object that changes what it names when it starts and when it ends: as a context, around each call of a
function that it decorates, or by `start` and `stop`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Class,
    Const,
    External,
    Module,
    Opaque,
    Ref,
    Value,
    const,
    external,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import read_attribute
from hybridize_analyzer.interpreter.syntax.with_statements import MONKEY, PATCH
from hybridize_analyzer.interpreter.values import modules
from hybridize_analyzer.interpreter.values.allocation import add_entries, allocate
from hybridize_analyzer.interpreter.values.namespaces import ANY, ANY_MODULE, change_entries
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.library.stdlib import builtin
from hybridize_analyzer.program.modules import is_test

_MODULES = ("unittest.mock.", "mock.")
_OWNERS, _NAMES, _NEW, _UPDATED, _ENTRIES = "owners", "names", "new", "updated", "entries"
"""The fields of a patch: whose attributes it sets, which, and to what; the dicts that it updates, and from what."""
_MADE = "patches"
_RUNNING = ("start", "stop", "__enter__", "__exit__")


def is_patch(name: str) -> bool:
    """Whether a function of the standard library makes patches, or ends them all."""
    return name.startswith(_MODULES) and name.partition("mock.")[2] in (*_MAKERS, _STOP_ALL)


def monkey(call: Call) -> Value:
    """`pytest.MonkeyPatch()` and `MonkeyPatch.context()`."""
    return one(allocate(call.state, call.frame, call.node, MONKEY))


def monkey_method(call: Call, name: str, ref: Ref) -> Value:
    """What `monkeypatch` sets; its end, or `undo`, sets it back."""
    if name in ("context", "__enter__"):
        return one(ref)
    if name not in _OF_MONKEY:
        return NOTHING
    patch = allocate(call.state, call.frame, call.node, PATCH)
    for field, value in _OF_MONKEY[name](call):
        call.state.heap.write(patch.key, field, value)
    call.emit(Kind.WRITE, f"`monkeypatch.{name}` changes an object")
    _change(call, patch.key)
    return NOTHING


def run(call: Call, name: str) -> Value:
    """Calls such a function."""
    short = name.partition("mock.")[2]
    if short == _STOP_ALL:
        for key in call.state.all_noted(_MADE):
            if isinstance(key, str):
                _change(call, key)
        return NOTHING
    ref = allocate(call.state, call.frame, call.node, PATCH)
    for field, value in _MAKERS[short](call):
        call.state.heap.write(ref.key, field, value)
    call.state.note(_MADE, ref.key, call.where)
    return one(ref)


def method(call: Call, name: str, ref: Ref) -> Value:
    """Starts or ends a patch."""
    if name in _RUNNING:
        _change(call, ref.key)
    return call.state.heap.read(ref.key, _NEW) or UNKNOWN


def _change(call: Call, key: str) -> None:
    """Sets what a patch names, or sets it back."""
    read = call.state.heap.read
    for name in read(key, _NAMES):
        text = name.value if isinstance(name, Const) and isinstance(name.value, str) else None
        for atom in read(key, _OWNERS):
            if isinstance(atom, External) and is_test(call.where.path):
                continue  # a test that watches a library for a time, which the program around it never does
            new = read(key, _NEW) or _mock(call, atom, text)
            builtin.set_attribute(call.given((one(atom), one(name), new), {}))
            if isinstance(atom, Ref):
                call.state.change(atom.key, text or ANY, call.where)
    for atom in read(key, _UPDATED):
        if isinstance(atom, Opaque):
            change_entries(call.state, call.frame, call.node, atom)
        elif isinstance(atom, Ref):
            call.state.heap.set_exact(atom.key, None)
            add_entries(call.state, call.frame, call.node, atom, read(key, _ENTRIES))
            call.state.heap.write(atom.key, ELEMENTS, read(key, _NEW))
            call.state.change(atom.key, ELEMENTS, call.where)


def _mock(call: Call, owner: Atom, name: str | None) -> Value:
    """What stands in a place by default: it looks like what it replaces."""
    if name is None or not isinstance(owner, (Class, Module, Ref)):
        return UNKNOWN
    return read_attribute(call.state, call.frame, call.node, one(owner), name)  # type: ignore[arg-type]  # only the location is used


_Fields = Iterator[tuple[str, Value]]


def _new(call: Call, index: int) -> Value:
    """What is put in the place; nothing for a mock."""
    return call.argument(index, "new") or (UNKNOWN if "new_callable" in call.keywords else NOTHING)


def _by_name(call: Call) -> _Fields:
    """`patch("package.module.name", new)`."""
    for text in _texts(call.argument(0, "target") or UNKNOWN):
        owner, _, name = (text or "").rpartition(".")
        yield _OWNERS, _named(call, owner) if owner else one(Opaque(ANY_MODULE))
        yield _NAMES, const(name) if owner else UNKNOWN
    yield _NEW, _new(call, 1)


def _of_object(call: Call) -> _Fields:
    """`patch.object(owner, "name", new)`."""
    yield _OWNERS, _owners(call)
    yield _NAMES, call.argument(1, "attribute") or UNKNOWN
    yield _NEW, _new(call, 2)


def _multiple(call: Call) -> _Fields:
    """`patch.multiple(owner, name=new, …)`."""
    given = {name: value for name, value in call.keywords.items() if name not in _OPTIONS}
    yield _OWNERS, _owners(call)
    yield _NAMES, union(NOTHING, *(UNKNOWN if name == "**" else const(name) for name in given))
    yield _NEW, union(NOTHING, *given.values())


def _monkey_attribute(call: Call) -> _Fields:
    """`monkeypatch.setattr(owner, "name", new)`, `setattr("module.name", new)`, and `delattr` likewise."""
    owner, name = call.argument(0, "target") or UNKNOWN, call.argument(1, "name") or NOTHING
    by_text = _is_text(owner) and not (name and _is_text(name) and call.argument(2, "value"))
    if by_text:
        yield from ((field, value) for field, value in _by_name(call) if field != _NEW)
        yield _NEW, name
        return
    yield _OWNERS, _owners(call)
    yield _NAMES, name or UNKNOWN
    yield _NEW, call.argument(2, "value") or NOTHING


def _monkey_entry(call: Call) -> _Fields:
    """`monkeypatch.setitem(mapping, key, value)`."""
    yield _UPDATED, call.argument(0, "dic") or UNKNOWN
    yield _ENTRIES, NOTHING
    yield _NEW, call.argument(2, "value") or NOTHING


_OPTIONS = ("target", "spec", "create", "spec_set", "autospec", "new_callable")


def _dict(call: Call) -> _Fields:
    """`patch.dict(mapping, values, clear=…, key=value)`."""
    yield _UPDATED, _owners(call, "in_dict")
    yield _ENTRIES, call.argument(1, "values") or NOTHING
    added = (value for name, value in call.keywords.items() if name not in ("in_dict", "values", "clear"))
    yield _NEW, union(NOTHING, *added)


def _owners(call: Call, parameter: str = "target") -> Value:
    """What is patched: the thing itself, or what a text names."""
    given = call.argument(0, parameter) or UNKNOWN
    found = [one(atom) for atom in given if not _is_text(one(atom))]
    return union(NOTHING, *found, *(_named(call, t) for t in _texts(given) if t is not None))


def _is_text(value: Value) -> bool:
    return all(isinstance(a, Const) and isinstance(a.value, str) for a in value)


def _texts(value: Value) -> Iterator[str | None]:
    """The texts that a value may be; None for one that is computed."""
    for atom in sorted(value, key=repr):
        yield atom.value if isinstance(atom, Const) and isinstance(atom.value, str) else None


def _named(call: Call, name: str) -> Value:
    """What a dotted name stands for: a module, or something in one."""
    parts = name.split(".")
    names = call.state.names
    for end in range(len(parts), 0, -1):
        module = ".".join(parts[:end])
        if module == "__main__" or names.resolve(module, call.frame.module.path) is not None:
            found = modules.named_module(call.state, call.frame, module)
            for part in parts[end:]:
                found = read_attribute(call.state, call.frame, call.node, found, part)  # type: ignore[arg-type]
            return found
    return external(canonical(name))


_OF_MONKEY = {
    "setattr": _monkey_attribute,
    "delattr": _monkey_attribute,
    "setitem": _monkey_entry,
    "delitem": _monkey_entry,
}
_STOP_ALL = "patch.stopall"
_MAKERS = {
    "patch": _by_name,
    "patch.object": _of_object,
    "patch.multiple": _multiple,
    "patch.dict": _dict,
}
