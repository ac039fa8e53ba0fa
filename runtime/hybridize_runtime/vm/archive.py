"""Reading archives: one zip file with a manifest, StableHLO modules and weights.

Nothing of an archive is trusted.  Names, sizes and checksums are compared with the manifest before a file is used, no
file is unpacked to disk, weights are safetensors and modules are portable StableHLO: there is no pickled code to run.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Manifest, parse

MANIFEST, WEIGHTS = "manifest.json", "weights.safetensors"


@dataclass(frozen=True)
class Limits:
    """What an archive may ask for, in bytes: its manifest, all files together once read, one array on the device."""

    manifest: int = 64 << 20
    files: int = 32 << 30
    array: int = 16 << 30


@dataclass(frozen=True, eq=False)
class Archive:
    """An archive whose manifest has been checked; files are read, and checked, when asked for."""

    path: Path
    manifest: Manifest

    def read(self, name: str) -> bytes:
        """A file.  Raises ArchiveError where it is not what the manifest says."""
        if name not in self.manifest.files:
            raise ArchiveError(f"`{self.path.name}` has no file `{name:.80}`; export it again")
        size, digest = self.manifest.files[name]
        with _opened(self.path) as zipped:
            content = _content(zipped, name, size, self.path)
        if len(content) != size or hashlib.sha256(content).hexdigest() != digest:
            raise ArchiveError(
                f"`{name}` in `{self.path.name}` is damaged: its checksum differs; copy the archive again"
            )
        return content

    def weights(self) -> dict[str, Any]:
        """The weights as NumPy arrays, by name; an archive without weights has no file of them."""
        if not self.manifest.weights:
            return {}
        from safetensors import SafetensorError
        from safetensors.numpy import load

        try:
            found: dict[str, Any] = load(self.read(WEIGHTS))
        except SafetensorError as error:
            raise ArchiveError(
                f"the weights in `{self.path.name}` are damaged ({error}); export it again"
            ) from None
        for name, spec in self.manifest.weights.items():
            if name not in found or found[name].shape != spec.shape or found[name].dtype != spec.numpy:
                raise ArchiveError(
                    f"the weight `{name:.80}` in `{self.path.name}` is not what the manifest declares"
                )
        return found


def read_archive(path: str | Path, limits: Limits | None = None) -> Archive:
    """Opens an archive.  Raises ArchiveError for what is damaged, newer than this version, or asks for too much."""
    path, limits = Path(path), limits or Limits()
    with _opened(path) as zipped:
        entries = zipped.infolist()
        _check_entries(entries, path, limits)
        text = _content(zipped, MANIFEST, limits.manifest, path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ArchiveError(f"the manifest of `{path.name}` is no JSON; the archive is damaged") from None
    manifest = parse(data, limits.array)
    _check_files(entries, manifest, path)
    return Archive(path, manifest)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise ArchiveError(f"there is no file `{path}`") from None
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ArchiveError(f"`{path.name}` is no archive, or is cut short ({error}); copy it again") from None


def _content(zipped: zipfile.ZipFile, name: str, most: int, path: Path) -> bytes:
    """At most `most` bytes of a file, and one more where it is longer."""
    try:
        with zipped.open(name) as file:
            content = file.read(most + 1)
    except KeyError:
        raise ArchiveError(f"`{path.name}` has no `{name}`, so it is no archive of hybridize") from None
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, RuntimeError, NotImplementedError) as error:
        raise ArchiveError(
            f"`{name}` in `{path.name}` is damaged ({error}); copy the archive again"
        ) from None
    except Exception as error:  # zlib.error is a plain Exception
        raise ArchiveError(f"`{name}` in `{path.name}` cannot be unpacked ({error}); copy it again") from None
    if len(content) > most:
        raise ArchiveError(f"`{name}` in `{path.name}` is longer than the {most} bytes that it may have")
    return content


def _check_entries(entries: list[zipfile.ZipInfo], path: Path, limits: Limits) -> None:
    names = [entry.filename for entry in entries]
    for entry in entries:
        parts = PurePosixPath(entry.filename).parts
        odd = not parts or ".." in parts or parts[0] == "/" or "\\" in entry.filename or ":" in entry.filename
        if odd or entry.is_dir() or entry.external_attr >> 28 == 0xA:
            raise ArchiveError(
                f"`{path.name}` holds `{entry.filename:.80}`, which is no name of a file in an archive"
            )
    if len(set(names)) != len(names):
        raise ArchiveError(f"`{path.name}` holds two files of one name; export it again")
    total = sum(entry.file_size for entry in entries)
    if total > limits.files:
        raise ArchiveError(
            f"`{path.name}` unpacks to {total} bytes; at most {limits.files} are allowed (`limits=Limits(files=…)`)"
        )


def _check_files(entries: list[zipfile.ZipInfo], manifest: Manifest, path: Path) -> None:
    sizes = {entry.filename: entry.file_size for entry in entries if entry.filename != MANIFEST}
    declared = {name: size for name, (size, _) in manifest.files.items()}
    if sizes != declared:
        odd = sorted(name for name in {*sizes, *declared} if sizes.get(name) != declared.get(name))
        raise ArchiveError(
            f"`{odd[0]:.80}` in `{path.name}` is not what the manifest declares; export it again"
        )
    modules = [module.file for kernel in manifest.kernels.values() for module in kernel.values()]
    missing = sorted({*modules, *([WEIGHTS] if manifest.weights else [])} - {*declared})
    if missing:
        raise ArchiveError(
            f"`{path.name}` has no `{missing[0]:.80}`, which its manifest uses; export it again"
        )
