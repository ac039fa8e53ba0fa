"""Which arguments make a function trace again: what they are, and at which calls."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.values import Shape
from hybridize_analyzer.facts.traces.calls import TracedCall
from hybridize_analyzer.facts.traces.keys import NAN, Part
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Evidence, TraceCause

_SHOWN = 4
_STRUCTURES = ("list", "tuple", "dict", "named")


def explain(code: FunctionCode, calls: list[TracedCall], *, makes: bool | None) -> Iterator[TraceCause]:
    """One cause per argument that is not the same in all calls, in the order of the signature.

    makes: the first call makes variables; None: it may.
    """
    if makes is not False:
        verb = "makes" if makes else "may make"
        message = f"the first call {verb} variables, which takes a trace of its own"
        yield TraceCause("variables", message, (), "variables")
    names = dict.fromkeys(name for call in calls for name, _ in call.key)
    for name in names:
        seen: dict[Part | None, TracedCall] = {}
        for call in calls:
            seen.setdefault(dict(call.key).get(name), call)
        loose = [part for part in seen if part is not None and not part.exact]
        if not loose and (len(seen) < 2 or (name != _INSTANCE and _is_one_for_each(name, calls))):
            continue
        parts = [part for part in seen if part is not None]
        kind, message = _message(code, name, parts)
        places = [(part, call) for part, call in seen.items() if part is not None][:_SHOWN]
        evidence = tuple(Evidence(f"{_subject(name)} is {shown(p)} here", c.site.where) for p, c in places)
        yield TraceCause(name, message, evidence, kind, _is_guess(kind, parts))


_INSTANCE = "self"


def _is_one_for_each(name: str, calls: list[TracedCall]) -> bool:
    """Whether each instance always gets the same: it is traced by itself, so that the argument adds nothing."""
    found: dict[Part | None, set[Part | None]] = {}
    for call in calls:
        key = dict(call.key)
        instance = key.get(_INSTANCE)
        if instance is None or not instance.exact:
            return False
        found.setdefault(instance, set()).add(key.get(name))
    return all(len(parts) == 1 for parts in found.values())


def _is_guess(kind: str, parts: list[Part]) -> bool:
    """Whether no two calls are seen to differ: something is unknown, or all have the same, of open shape."""
    if kind == "things":
        return any(part.tag == "unknown" for part in parts)
    return (
        kind in ("shapes", "tensors") and len({(p.tag, p.spec[0], shape_text(p.spec[1])) for p in parts}) == 1
    )


def _subject(name: str) -> str:
    return "the function" if name == "def" else f"`{name}`"


def _message(code: FunctionCode, name: str, parts: list[Part]) -> tuple[str, str]:
    """The kind of a cause, and its sentence."""
    if name == "def":
        outer = code.parent.name if code.parent is not None else "its scope"
        return "definitions", f"every run of `{outer}` makes another `{code.name}`, with graphs of its own"
    tags = {part.tag for part in parts}
    if name == "self" and tags != {"fresh"}:
        return "instances", f"every instance has graphs of its own{_number(len(parts), 'instance')}"
    if tags <= {"fresh"}:
        return "objects", f"`{name}` is another object at every call"
    if tags <= {"literal", "number", "among"}:
        return "values", f"`{name}` takes {_values(parts)}"
    if tags <= {"tensor", "variable", "sparse", "ragged", "slices"}:
        same = len({(p.tag, p.spec[0]) for p in parts}) == 1 and parts[0].spec[0] is not None
        return "shapes" if same else "tensors", f"`{name}` has {_specs(parts)}"
    if tags <= set(_STRUCTURES):
        return "structures", f"`{name}` has {len(parts)} structures: {_list(parts)}"
    if "unknown" in tags:
        return "things", f"what reaches `{name}` is not known everywhere"
    return "things", f"`{name}` is {len(parts)} different things: {_list(parts)}"


def _number(count: int, noun: str) -> str:
    return f" ({count} {noun}s)" if count > 1 else ""


def _values(parts: list[Part]) -> str:
    ranges = [p for p in parts if p.tag == "among"]
    if ranges and isinstance(ranges[0].content, tuple):
        return f"the {len(range(*ranges[0].content))} values of a range, each of them a key"
    if any(p.tag == "number" for p in parts):
        return "Python values that change from call to call"
    return f"{len(parts)} Python values: {_list(parts)}"


def _specs(parts: list[Part]) -> str:
    dtypes = sorted({str(p.spec[0] or "?") for p in parts})
    shapes = list(dict.fromkeys(shape_text(p.spec[1]) for p in parts))
    if len({p.tag for p in parts}) > 1 or (len(dtypes) > 1 and len(shapes) > 1):
        return f"{len(parts)} types: {_list(parts)}"
    if len(dtypes) > 1:
        return f"{len(dtypes)} dtypes: {', '.join(dtypes)}"
    if len(shapes) > 1:
        return f"{len(shapes)} shapes: {', '.join(shapes[:_SHOWN])}{', …' if len(shapes) > _SHOWN else ''}"
    return f"a shape that is not fully known: {shapes[0]}"


def _list(parts: list[Part]) -> str:
    texts = list(dict.fromkeys(shown(p) for p in parts))
    return ", ".join(texts[:_SHOWN]) + (", …" if len(texts) > _SHOWN else "")


def shown(part: Part) -> str:
    """A part of a key as people write it."""
    if part.tag == "literal":
        return "nan" if part.content is NAN else repr(part.content)
    if part.tag in ("tensor", "variable", "sparse", "ragged", "slices"):
        kind = "" if part.tag == "tensor" else f"{part.tag} "
        return f"{kind}{part.spec[0] or '?'}{shape_text(part.spec[1])}"
    if part.tag == "dict" and isinstance(part.content, tuple):
        pairs = zip(part.content, part.parts, strict=True)
        return "{" + ", ".join(f"{key!r}: {shown(p)}" for key, p in pairs) + "}"
    if part.tag in _STRUCTURES:
        left, right = "[]" if part.tag == "list" else "()"
        return left + ", ".join(map(shown, part.parts)) + right
    plain = {
        "fresh": "a new object",
        "object": "an object",
        "dataset": "a dataset",
        "number": f"a Python {part.content}",
        "among": "a number of a range",
        "choice": "one of " + ", ".join(map(shown, part.parts)),
    }
    return plain.get(part.tag, "something unknown")


def shape_text(shape: Shape | None) -> str:
    return (
        " of unknown rank"
        if shape is None
        else "[" + ", ".join("?" if n is None else str(n) for n in shape) + "]"
    )
