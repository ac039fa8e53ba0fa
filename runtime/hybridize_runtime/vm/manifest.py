"""The manifest of an archive: what it declares, checked field by field before anything else is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from hybridize_runtime.graph.plan import Extent, Kind
from hybridize_runtime.vm.errors import ArchiveError

FORMAT = "hybridize-archive"
VERSION = 2  # 2: `collect`, and `singles` of `groups`; older archives are read
DTYPES = ("bool", "int8", "uint8", "int32", "int64", "float16", "bfloat16", "float32", "float64")
MOST_DIMENSIONS = 8


@dataclass(frozen=True)
class Spec:
    """Shape and dtype of an array; `shared`: an input whose rows all instances index."""

    shape: tuple[int, ...]
    dtype: str
    shared: bool = False

    @property
    def numpy(self) -> Any:
        """The dtype for NumPy; bfloat16 is the one of `ml_dtypes`, which comes with jaxlib."""
        if self.dtype != "bfloat16":
            return np.dtype(self.dtype)
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)

    @property
    def bytes(self) -> int:
        """Size in memory."""
        return prod(self.shape) * int(self.numpy.itemsize)


@dataclass(frozen=True)
class Module:
    """One StableHLO module of an archive: a file, and the arrays that `main` takes and yields."""

    file: str
    arguments: tuple[Spec, ...]
    results: tuple[Spec, ...]


@dataclass(frozen=True)
class Traced:
    """What a cell pulls and pushes, by name."""

    pulls: Mapping[str, Any]
    pushes: Mapping[str, Any]


@dataclass(frozen=True)
class Cut:
    """What the planner has to know of a kind; `source`: its vertices are computed before the loop over groups."""

    trace: Traced
    source: bool


@dataclass(frozen=True)
class Arity:
    """Least and most children of a cell."""

    arity: tuple[int, int]


@dataclass(frozen=True)
class Bucket:
    """Sizes that one set of modules serves.  `rows`: of each input; `tiles`: rows per step, one module for each."""

    extent: Extent
    rows: Mapping[str, int]
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class NetworkSpec:
    """What is planned on the host: kinds of vertices, cells, buckets; `overhead`: what a tile costs besides its rows."""

    kinds: tuple[Kind, ...]
    cuts: tuple[Cut, ...]
    cells: Mapping[str, Arity]
    policy: str
    overhead: float
    buckets: tuple[Bucket, ...]


@dataclass(frozen=True)
class Manifest:
    """All that an archive declares.  `kernels`: modules by kernel and key; `programs`: instructions by entry point."""

    name: str
    made_by: str
    files: Mapping[str, tuple[int, str]]
    weights: Mapping[str, Spec]
    inputs: Mapping[str, Spec]
    network: NetworkSpec | None
    dimensions: Mapping[str, tuple[int, ...]]
    kernels: Mapping[str, Mapping[str, Module]]
    programs: Mapping[str, tuple[Mapping[str, Any], ...]]


def parse(data: Any, largest: int) -> Manifest:
    """A manifest from JSON.  Raises ArchiveError; no array may declare more than `largest` bytes."""
    top = _Reader(data, "manifest", largest)
    if top.get("format", str) != FORMAT:
        raise ArchiveError("the file is no archive of hybridize: `manifest.json` names another format")
    if (version := top.get("version", int)) > VERSION:
        raise ArchiveError(
            f"the archive has format version {version}, this version of hybridize reads up to {VERSION}; upgrade hybridize"
        )
    return Manifest(
        name=top.get("name", str),
        made_by=top.get("made_by", str),
        files={k: (f.size("size"), f.get("sha256", str)) for k, f in top.each("files")},
        weights={k: f.spec() for k, f in top.each("weights")},
        inputs={k: f.spec() for k, f in top.each("inputs")},
        network=_network(top.below("network")) if top.get("network", dict) else None,
        dimensions={k: tuple(v.sizes()) for k, v in top.each("dimensions")},
        kernels={k: {key: m.module() for key, m in f.each()} for k, f in top.each("kernels")},
        programs={k: tuple(i.mapping() for i in f.items()) for k, f in top.each("programs")},
    )


class _Reader:
    """One value of the JSON, and how to call it in messages."""

    def __init__(self, value: Any, where: str, largest: int) -> None:
        self.value, self.where, self.largest = value, where, largest

    def _bad(self, what: str) -> ArchiveError:
        return ArchiveError(f"the archive's {self.where} {what}; export it again")

    def mapping(self) -> Mapping[str, Any]:
        if not isinstance(self.value, dict):
            raise self._bad("is no JSON object")
        return self.value

    def below(self, key: str) -> _Reader:
        if key not in self.mapping():
            raise self._bad(f"has no `{key:.60}`")
        return _Reader(self.value[key], f"{self.where}.{key:.60}", self.largest)

    def get(self, key: str, kind: type) -> Any:
        found = self.below(key)
        if not isinstance(found.value, kind) or (kind is int and isinstance(found.value, bool)):
            raise found._bad(f"is no {kind.__name__}")
        return found.value

    def each(self, key: str | None = None) -> list[tuple[str, _Reader]]:
        here = self if key is None else self.below(key)
        return [(name, here.below(name)) for name in here.mapping()]

    def items(self) -> list[_Reader]:
        if not isinstance(self.value, list):
            raise self._bad("is no list")
        return [_Reader(item, f"{self.where}[{i}]", self.largest) for i, item in enumerate(self.value)]

    def size(self, key: str | None = None) -> int:
        found = self if key is None else self.below(key)
        if (
            isinstance(found.value, bool)
            or not isinstance(found.value, int)
            or not 0 <= found.value < 1 << 40
        ):
            raise found._bad("is no size")
        return found.value

    def sizes(self, key: str | None = None) -> list[int]:
        return [item.size() for item in (self if key is None else self.below(key)).items()]

    def spec(self) -> Spec:
        shape, dtype = tuple(self.sizes("shape")), self.get("dtype", str)
        if dtype not in DTYPES:
            raise self._bad(f"has the dtype `{dtype:.40}`, which is none of {', '.join(DTYPES)}")
        spec = Spec(shape, dtype, bool(self.mapping().get("shared", False)))
        if len(shape) > MOST_DIMENSIONS or spec.bytes > self.largest:
            raise ArchiveError(
                f"the archive's {self.where} declares an array of shape {shape} ({spec.bytes} bytes); "
                f"at most {self.largest} bytes are allowed (`limits=Limits(array=…)`)"
            )
        return spec

    def module(self) -> Module:
        specs = [tuple(s.spec() for s in self.below(side).items()) for side in ("arguments", "results")]
        return Module(self.get("file", str), specs[0], specs[1])


def _network(found: _Reader) -> NetworkSpec:
    kinds, cuts = [], []
    for kind in found.below("kinds").items():
        kinds.append(Kind(kind.get("cell", str), kind.size("slots"), kind.get("padded", bool)))
        named = [dict.fromkeys(_texts(kind.below(key))) for key in ("pulls", "pushes")]
        cuts.append(Cut(Traced(*named), kind.get("source", bool)))
    cells = {}
    for name, cell in found.each("cells"):
        least, most = _pair(cell.sizes())
        cells[name] = Arity((least, most))
    overhead = found.below("overhead").value
    if not isinstance(overhead, (int, float)):
        raise ArchiveError("the archive's manifest.network.overhead is no number; export it again")
    buckets = tuple(_bucket(item, len(kinds)) for item in found.below("buckets").items())
    return NetworkSpec(tuple(kinds), tuple(cuts), cells, found.get("policy", str), float(overhead), buckets)


def _texts(found: _Reader) -> list[str]:
    if any(not isinstance(item.value, str) for item in found.items()):
        raise ArchiveError(f"the archive's {found.where} is no list of names; export it again")
    return [item.value for item in found.items()]


def _pair(sizes: Sequence[int]) -> tuple[int, int]:
    if len(sizes) != 2 or sizes[0] > sizes[1] or sizes[1] > 1 << 16:
        raise ArchiveError(f"the archive declares a cell with {list(sizes)} children; export it again")
    return sizes[0], sizes[1]


def _bucket(found: _Reader, kinds: int) -> Bucket:
    members, tiles = found.sizes("members"), found.sizes("tiles")
    rows = {name: item.size() for name, item in found.each("rows")}
    extent = Extent(tuple(members), sum(members), found.size("reads"), found.size("entries"))
    if len(members) != kinds or not tiles or 0 in tiles or max((*extent.flat, *tiles)) > 1 << 31:
        raise ArchiveError(f"the archive's {found.where} is no bucket of this network; export it again")
    return Bucket(extent, rows, tuple(tiles))
