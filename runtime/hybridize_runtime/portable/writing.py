"""Writing archives: the manifest from what was lowered, and one zip file, the same bytes for the same content."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hybridize_runtime.portable.lowering import Lowered
from hybridize_runtime.vm.archive import MANIFEST, WEIGHTS
from hybridize_runtime.vm.manifest import FORMAT, VERSION, Spec

Kernels = Mapping[str, Mapping[str, Lowered]]
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that zip files know


def write_archive(
    path: str | Path, name: str, weights: Mapping[str, Any], kernels: Kernels, rest: Mapping[str, Any]
) -> None:
    """Writes an archive, as a whole or not at all.  `rest`: inputs, network, dimensions and programs of the manifest."""
    import tensorflow as tf
    from safetensors.numpy import save

    files = {WEIGHTS: save(dict(weights))} if weights else {}
    modules: dict[str, Any] = {}
    for kernel, made in kernels.items():
        for key, lowered in made.items():
            file = f"modules/{kernel}-{key.replace(',', '-') or 'all'}.mlirbc"
            files[file] = lowered.code
            modules.setdefault(kernel, {})[key] = _module(file, lowered)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "made_by": f"TensorFlow {tf.__version__}",
        "files": {n: {"size": len(c), "sha256": hashlib.sha256(c).hexdigest()} for n, c in files.items()},
        "weights": {n: spec_json(Spec(v.shape, v.dtype.name)) for n, v in weights.items()},
        "kernels": modules,
        **rest,
    }
    files[MANIFEST] = json.dumps(manifest, indent=1, sort_keys=True).encode()
    _zip(Path(path), files)


def _module(file: str, lowered: Lowered) -> dict[str, Any]:
    sides = {"arguments": lowered.arguments, "results": lowered.results}
    return {"file": file, **{side: [spec_json(spec) for spec in specs] for side, specs in sides.items()}}


def spec_json(spec: Spec) -> dict[str, Any]:
    """As in a manifest."""
    shared = {"shared": True} if spec.shared else {}
    return {"shape": list(spec.shape), "dtype": spec.dtype, **shared}


def _zip(path: Path, files: Mapping[str, bytes]) -> None:
    beside = path.with_name(f"{path.name}.new")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name in sorted(files):
            zipped.writestr(zipfile.ZipInfo(name, EPOCH), files[name], zipfile.ZIP_DEFLATED)
    beside.replace(path)
