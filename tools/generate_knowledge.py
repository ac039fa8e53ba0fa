"""Writes what the installed TensorFlow and Keras export, for the analyzer to read without importing them.

usage: python tools/generate_knowledge.py  (rewrites analyzer/hybridize_analyzer/knowledge/exported.json)

For every public callable: is it a function or a class, and the names of its parameters in order.
"""

from __future__ import annotations

import inspect
import json
import os
from pathlib import Path
from types import ModuleType

TARGET = Path(__file__).parent.parent / "analyzer/hybridize_analyzer/knowledge/exported.json"
SKIPPED = {
    "compat",
    "keras",
    "src",
    "raw_ops",
    "estimator",
    "lite",
    "tpu",
    "distribute",
    "mlir",
    "types",
    "python",
    "core",
}


def exported(module: ModuleType, prefix: str, depth: int = 4) -> dict[str, list[str] | None]:
    """Dotted name -> parameter names (functions) or None (classes), for a module and its public submodules."""
    found: dict[str, list[str] | None] = {}
    for name in sorted(dir(module)):
        if name.startswith("_") or name in SKIPPED:
            continue
        value = getattr(module, name, None)
        if isinstance(value, ModuleType):
            if depth and value.__name__.split(".")[0] in ("tensorflow", "keras"):
                found |= exported(value, f"{prefix}.{name}", depth - 1)
        elif inspect.isclass(value):
            found[f"{prefix}.{name}"] = None
        elif callable(value):
            found[f"{prefix}.{name}"] = parameters(value)
    return found


def parameters(function: object) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return []


def main() -> None:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import keras
    import tensorflow as tf

    names = exported(tf, "tensorflow") | exported(keras, "keras")
    data = {
        "tensorflow": tf.__version__,
        "keras": keras.__version__,
        "functions": {name: params for name, params in sorted(names.items()) if params is not None},
        "classes": sorted(name for name, params in names.items() if params is None),
    }
    TARGET.write_text(json.dumps(data, separators=(",", ":")).replace('],"', '],\n"') + "\n")


if __name__ == "__main__":
    main()
