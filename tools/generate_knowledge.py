"""Writes what the installed TensorFlow, Keras and NumPy export, for the analyzer to read without importing them.

usage: python tools/generate_knowledge.py [FOLDER]  (rewrites analyzer/hybridize_analyzer/knowledge/data/*.json)

One file per library: `functions` (canonical name -> signature), `classes` (name -> bases, methods), `constants` (name ->
type), `aliases` (name -> canonical name), `modules`.  Names stand without the library's prefix.  A signature is the index
of a text in `signatures`: parameter names in order, `*` before what only keywords reach, `**` for any keyword.
`stateful` in raw_ops.json is what the op registry says; `internal.json` says under which public name TensorFlow exports
what its own modules define.
"""

from __future__ import annotations

import enum
import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

TARGET = Path(__file__).parent.parent / "analyzer/hybridize_analyzer/knowledge/data"
SKIPPED = frozenset({"src", "python", "core", "raw_ops", "compat", "contrib", "f2py", "tests", "distutils"})
NUMPY_TOOLS = ("f2py", "ctypeslib", "typing", "test", "lib", "char", "rec", "core", "matlib")
PREFERRED = (
    "Model",
    "Sequential",
    "Layer",
    "Input",
    "Function",
    "Initializer",
    "Optimizer",
    "Metric",
    "Loss",
)


class Table:
    """What one library exports, as it will be written; signatures are shared."""

    def __init__(self) -> None:
        self.signatures: dict[str, int] = {}
        self.functions: dict[str, int] = {}
        self.classes: dict[str, list[Any]] = {}
        self.constants: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.modules: list[str] = []

    def signature(self, function: object) -> int:
        return self.signatures.setdefault(parameters(function), len(self.signatures))

    def data(self, **more: object) -> dict[str, object]:
        found = {**more, "signatures": list(self.signatures)}
        for part in ("functions", "classes", "constants", "aliases"):
            found[part] = dict(sorted(getattr(self, part).items()))
        return {**found, "modules": sorted(self.modules)}


def parameters(function: object) -> str:
    """`x,axis,*,keepdims,**`; `?` where Python cannot tell."""
    try:
        found = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "?"
    names: list[str] = []
    for parameter in found:
        if parameter.kind is parameter.VAR_POSITIONAL:
            names.append("+")
        elif parameter.kind is parameter.VAR_KEYWORD:
            names.append("**")
        else:
            if parameter.kind is parameter.KEYWORD_ONLY and not {"*", "+"} & set(names):
                names.append("*")
            names.append(parameter.name)
    return ",".join(names)


def exported(
    module: ModuleType, roots: tuple[str, ...], prefix: str = "", depth: int = 5
) -> Iterator[tuple[str, Any]]:
    """Every public name below a module, with what it stands for; modules too."""
    names = getattr(module, "__all__", None) if roots == ("numpy",) else None
    for name in sorted(n for n in names or dir(module) if not n.startswith("_") and n not in SKIPPED):
        try:
            value = getattr(module, name)
        except (AttributeError, ImportError):
            continue
        full = f"{prefix}{name}"
        if isinstance(value, ModuleType):
            if depth and str(vars(value).get("__name__", "")).split(".")[0] in roots:
                yield full, value
                yield from exported(value, roots, f"{full}.", depth - 1)
        else:
            yield full, value


def canonical_names(names: dict[str, Any]) -> dict[str, str]:
    """Every name -> the plainest among the names of the same thing."""
    groups: dict[int, list[str]] = {}
    for name, value in names.items():
        if callable(value):
            groups.setdefault(id(value), []).append(name)
    return {n: _preferred(names[group[0]], group) for group in groups.values() for n in group}


def _preferred(value: Any, group: list[str]) -> str:
    own = getattr(value, "__name__", "")

    def order(name: str) -> tuple[object, ...]:
        last = name.rpartition(".")[2]
        top = "." not in name and last in PREFERRED
        hidden = "legacy" in name or "experimental" in name
        return (not top, hidden, last != own, name.count("."), len(name), name)

    return min(group, key=order)


def describe(names: dict[str, Any], table: Table) -> Table:
    """Sorts names into functions, classes, constants, modules and aliases."""
    chosen = canonical_names(names)
    by_identity = {id(names[n]): n for n in chosen.values()}
    for name, value in names.items():
        if isinstance(value, ModuleType):
            table.modules.append(name)
        elif name in chosen and chosen[name] != name:
            table.aliases[name] = chosen[name]
        elif inspect.isclass(value):
            table.classes[name] = [_bases(value, by_identity), _methods(value, table)]
        elif callable(value):
            table.functions[name] = table.signature(value)
        else:
            table.constants[name] = type(value).__name__
    return table


def _bases(cls: type, exported_names: dict[int, str]) -> list[str]:
    """The nearest exported ancestors, nearest first."""
    return [exported_names[id(base)] for base in cls.__mro__[1:] if id(base) in exported_names]


def _methods(cls: type, table: Table) -> dict[str, int]:
    """Public members that the class itself defines; -1 for what is not called."""
    found: dict[str, int] = {}
    for name, value in sorted(vars(cls).items()):
        if name.startswith("_") and name not in ("__init__", "__call__", "__enter__"):
            continue
        inner = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        plain = isinstance(value, (property, enum.Enum)) or not callable(inner)
        found[name] = -1 if plain else table.signature(inner)
    return found


def raw_operations() -> dict[str, object]:
    """The op registry: parameters, output dtypes (an attribute's name, a dtype, or `?`), inputs of one dtype, state."""
    import tensorflow as tf
    from tensorflow.python.framework import op_def_registry

    table = Table()
    outputs: dict[str, list[str]] = {}
    agreeing: dict[str, list[list[str]]] = {}
    stateful: list[str] = []
    for name in sorted(n for n in dir(tf.raw_ops) if not n.startswith("_")):
        definition = op_def_registry.get(name)
        if definition is None:
            continue
        table.functions[name] = table.signature(getattr(tf.raw_ops, name))
        outputs[name] = [_output(definition, argument) for argument in definition.output_arg]
        if groups := _agreeing(definition):
            agreeing[name] = groups
        if definition.is_stateful:
            stateful.append(name)
    return {
        "signatures": list(table.signatures),
        "functions": table.functions,
        "outputs": outputs,
        "agreeing": agreeing,
        "stateful": stateful,
    }


def _agreeing(definition: Any) -> list[list[str]]:
    """Single inputs that share the attribute of their dtype, in the order in which a graph converts them."""
    groups: dict[str, list[str]] = {}
    for argument in definition.input_arg:
        if argument.type_attr and not argument.number_attr:
            groups.setdefault(argument.type_attr, []).append(argument.name)
    return [names for names in groups.values() if len(names) > 1]


def _output(definition: Any, argument: Any) -> str:
    """`=float32` for a fixed dtype, an input's name for one that is shared with it, `?` else; `*` before a list."""
    import tensorflow as tf

    many = "*" if argument.number_attr or argument.type_list_attr else ""
    if argument.type:
        return f"{many}={tf.dtypes.as_dtype(argument.type).name}"
    shared = [i.name for i in definition.input_arg if i.type_attr and i.type_attr == argument.type_attr]
    return many + (shared[0] if shared else f"@{argument.type_attr}" if argument.type_attr else "?")


def internal_names(names: dict[str, Any]) -> dict[str, str]:
    """`ops.math_ops.reduce_sum` (below `tensorflow.python`) -> the canonical public name."""
    chosen = canonical_names(names)
    found: dict[str, str] = {}
    for name in sorted(set(chosen.values())):
        value = names[name]
        module, own = getattr(value, "__module__", None) or "", getattr(value, "__name__", "")
        if module.startswith("tensorflow.python.") and own:
            found[f"{module.removeprefix('tensorflow.python.')}.{own}"] = name
    return dict(sorted(found.items()))


def difference(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """What tf_keras has and Keras 3 has not, or has with another signature."""
    kept = {**new}
    for part in ("aliases", "constants"):
        known = {n for p in ("functions", "classes", "constants", "aliases") for n in old[p]}
        kept[part] = {n: v for n, v in new[part].items() if n not in known}
    kept["functions"] = {
        name: signature
        for name, signature in new["functions"].items()
        if name not in old["functions"]
        or new["signatures"][signature] != old["signatures"][old["functions"][name]]
    }
    kept["modules"] = sorted(set(new["modules"]) - set(old["modules"]))
    return kept


def collect() -> dict[str, dict[str, Any]]:
    """The content of every file, by name."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import keras
    import numpy
    import tensorflow as tf
    import tf_keras

    numpy_names = {
        n: v for n, v in exported(numpy, ("numpy",), depth=2) if n.partition(".")[0] not in NUMPY_TOOLS
    }
    names = {
        n: v
        for n, v in exported(tf, ("tensorflow", "keras"))
        if not n.startswith(("keras", "losses", "metrics", "optimizers", "initializers"))
    }
    names |= {f"compat.{n}": v for n, v in exported(tf.compat, ("tensorflow",), depth=0)}
    first = dict(exported(tf.compat.v1, ("tensorflow",)))
    first = {n: v for n, v in first.items() if n.partition(".")[0] not in ("keras", "app", "flags")}
    three = describe(dict(exported(keras, ("keras",))), Table()).data(version=keras.__version__)
    two = describe(dict(exported(tf_keras, ("tf_keras",))), Table()).data(version=tf_keras.__version__)
    return {
        "tensorflow": describe(names, Table()).data(version=tf.__version__),
        "tensorflow_v1": _version_one(first, names).data(version=tf.__version__),
        "raw_ops": {"version": tf.__version__, **raw_operations()},
        "internal": {"version": tf.__version__, "names": internal_names(names)},
        "keras": three,
        "tf_keras": difference(two, three),
        "numpy": describe(numpy_names, Table()).data(version=numpy.__version__),
    }


def _version_one(names: dict[str, Any], second: dict[str, Any]) -> Table:
    """`tf.compat.v1`: what is the same in `tf` is an alias that starts with a dot."""
    chosen = canonical_names(second)
    same = {id(second[n]): chosen[n] for n in chosen}
    table = describe({n: v for n, v in names.items() if id(v) not in same or not callable(v)}, Table())
    table.aliases |= {n: f".{same[id(v)]}" for n, v in sorted(names.items()) if callable(v) and id(v) in same}
    return table


def text(data: dict[str, Any]) -> str:
    """One entry per line, so that a diff can be read."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, indent=0) + "\n"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    folder.mkdir(exist_ok=True)
    for name, data in collect().items():
        (folder / f"{name}.json").write_text(text(data), encoding="utf-8")


if __name__ == "__main__":
    main()
