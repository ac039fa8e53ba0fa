"""What TensorFlow, Keras and NumPy export: canonical names, parameters, classes and their methods.

The data is generated from the installed libraries (`data/*.json`, see `tools/generate_knowledge.py`) and read per library
when a name of it is first asked for.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "data"
_FILES = (
    ("tensorflow.compat.v1.", ("tensorflow_v1",)),
    ("tensorflow.raw_ops.", ("raw_ops",)),
    ("tensorflow.", ("tensorflow",)),
    ("keras.", ("keras", "tf_keras")),
    ("numpy.", ("numpy",)),
)


class Export(NamedTuple):
    """One exported thing.

    name: its canonical name, with the library in front.  kind: function, class, method, constant or module.
    parameters: names in order, without `self`; empty where they are not known.  positional: how many of them take
    arguments by position.  open: takes arguments that `parameters` does not name.
    """

    name: str
    kind: str
    parameters: tuple[str, ...] = ()
    positional: int = 0
    open: bool = True


@cache
def data(file: str) -> dict[str, Any]:
    """One generated file."""
    found: dict[str, Any] = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    return found


@cache
def export(name: str) -> Export | None:
    """What a name such as `tensorflow.math.reduce_sum` means; None where no library exports it."""
    if name.startswith("tensorflow.python."):
        public = data("internal")["names"].get(name.removeprefix("tensorflow.python."))
        return None if public is None else export(f"tensorflow.{public}")
    for prefix, files in _FILES:
        if name.startswith(prefix):
            found = (_in_file(file, prefix, name[len(prefix) :]) for file in files)
            return next((f for f in found if f is not None), None)
    return None


def canonical_export(name: str) -> str:
    """The name that stands for all names of the same thing: `tensorflow.reduce_sum` for `tensorflow.math.reduce_sum`."""
    found = export(name)
    return name if found is None else found.name


def _in_file(file: str, prefix: str, name: str) -> Export | None:
    table = data(file)
    name = table.get("aliases", {}).get(name, name)
    if name.startswith("."):  # `tf.compat.v1` points to `tf`
        return export(f"tensorflow{name}")
    if file == "tf_keras" and name in data("keras")["functions"] and name not in table["functions"]:
        return _in_file("keras", prefix, name)
    if name in table["functions"]:
        return _callable(f"{prefix}{name}", "function", table["signatures"][table["functions"][name]])
    if name in table.get("classes", {}):
        return _class(file, prefix, name)
    if name in table.get("constants", {}):
        return Export(f"{prefix}{name}", "constant")
    if name in table.get("modules", ()):
        return Export(f"{prefix}{name}", "module")
    owner, _, member = name.rpartition(".")
    return _member(file, prefix, table.get("aliases", {}).get(owner, owner), member)


def _callable(name: str, kind: str, signature: str) -> Export:
    if signature == "?":
        return Export(name, kind)
    parts = signature.split(",") if signature else []
    named = tuple(p for p in parts if p not in ("*", "+", "**"))
    positional = next((i for i, p in enumerate(parts) if p in ("*", "+")), len(named))
    return Export(name, kind, named, positional, "**" in parts or "+" in parts)


def _class(file: str, prefix: str, name: str) -> Export:
    made = _method(file, prefix, name, "__init__")
    if made is None:
        return Export(f"{prefix}{name}", "class")
    return Export(f"{prefix}{name}", "class", made.parameters[1:], max(made.positional - 1, 0), made.open)


def _member(file: str, prefix: str, owner: str, member: str) -> Export | None:
    if not owner or owner not in data(file).get("classes", {}):
        return None
    found = _method(file, prefix, owner, member)
    if found is not None and found.parameters[:1] in (("self",), ("cls",)):
        return found._replace(parameters=found.parameters[1:], positional=max(found.positional - 1, 0))
    return found


def _method(file: str, prefix: str, owner: str, member: str) -> Export | None:
    table = data(file)
    for cls in (owner, *table["classes"][owner][0]):
        signature = table["classes"].get(cls, [(), {}])[1].get(member)
        if signature is not None:
            name = f"{prefix}{cls}.{member}"
            if signature < 0:
                return Export(name, "constant")
            return _callable(name, "method", table["signatures"][signature])
    return None


@cache
def bases(name: str) -> tuple[str, ...]:
    """Full names of a library class and of its exported ancestors, nearest first; empty for what is no class."""
    for prefix, files in _FILES:
        if name.startswith(prefix):
            for file in files:
                table = data(file)
                own = table.get("aliases", {}).get(name[len(prefix) :], name[len(prefix) :])
                if own in table.get("classes", {}):
                    return tuple(f"{prefix}{c}" for c in (own, *table["classes"][own][0]))
            return ()
    return ()


def members(module: str) -> list[str]:
    """Public names directly below a module, as `from module import *` binds them."""
    names: set[str] = set()
    for prefix, files in _FILES:
        if f"{module}.".startswith(prefix):
            below = f"{module}."[len(prefix) :]
            for file in files:
                table = data(file)
                for part in ("functions", "classes", "constants", "aliases"):
                    found = (n[len(below) :] for n in table.get(part, ()) if n.startswith(below))
                    names.update(n for n in found if "." not in n)
            break
    return sorted(names)
