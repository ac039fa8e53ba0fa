"""Archives, graphs and arrays in files, for the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hybridize_runtime.errors import GraphError, InputError
from hybridize_runtime.graph.graphs import InstanceGraph, from_children
from hybridize_runtime.vm.manifest import Spec
from hybridize_runtime.vm.model import Model, load


def run_files(
    archive: Path, inputs: Mapping[str, Path], graphs: Path | None, output: Path | None, device: str
) -> str:
    """Runs an archive on arrays in `.npy` files, and graphs in a JSON file; what it yielded, as text.

    With `output` the results are written there, as `.npz`.  Without inputs and graphs, the text says what the archive
    takes.  Raises ArchiveError, GraphError or InputError.
    """
    model = load(archive, device=device)
    if not inputs and graphs is None:
        return described(model)
    arrays = {name: _array(name, path) for name, path in inputs.items()}
    if model.manifest.network is None:
        found = model.run("forward", **arrays)
    elif graphs is None:
        raise InputError(
            f"`{archive.name}` holds a network of cells, which needs graphs; name a file with `--graphs`"
        )
    else:
        found = model(read_graphs(graphs), arrays)
    if output is not None:
        with output.open("wb") as file:
            np.savez(file, allow_pickle=False, **found)
    return "\n".join(f"{name}: {_text(value)}" for name, value in found.items())


def read_graphs(path: Path) -> list[InstanceGraph]:
    """Graphs from JSON: a list of objects with `cells`, `children` and, where there are any, `pulls` and `reads`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [from_children(g["cells"], g["children"], g.get("pulls"), reads=g.get("reads")) for g in data]
    except GraphError as error:
        raise InputError(f"`{path}`: {error}") from None
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"`{path}` holds no graphs ({error!s:.100}); write a JSON list of objects with `cells` and `children`"
        ) from None


def _array(name: str, path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise InputError(
            f"the input `{name}`: `{path}` is no array that NumPy stored ({error!s:.100})"
        ) from None


def described(model: Model) -> str:
    """What an archive takes and holds, for people."""
    manifest = model.manifest
    lines = [f"{manifest.name}, made by {manifest.made_by}"]
    lines += [f"input {name}: rows of {_spec(spec)}" for name, spec in manifest.inputs.items()]
    if manifest.network is not None:
        kinds = ", ".join(kind.text for kind in manifest.network.kinds)
        sizes = [sum(bucket.extent.members) for bucket in manifest.network.buckets]
        lines.append(f"cells (with numbers of children): {kinds}")
        lines.append(f"buckets, by vertices: {', '.join(map(str, sizes))}")
    weights = sum(spec.bytes for spec in manifest.weights.values())
    lines.append(f"weights: {len(manifest.weights)}, {weights} bytes")
    lines.append(
        f"modules: {sum(map(len, manifest.kernels.values()))}; programs: {', '.join(manifest.programs)}"
    )
    return "\n".join(lines)


def _spec(spec: Spec) -> str:
    return f"{spec.dtype}{list(spec.shape)}{', shared by all graphs' if spec.shared else ''}"


def _text(value: Any) -> str:
    with np.printoptions(precision=6, threshold=64, edgeitems=2):
        return f"{value.dtype}{list(value.shape)}\n{value}"
