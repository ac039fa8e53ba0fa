"""From the manifest to unpacked sources: `pip download`, checksum, unpack; what is there is not fetched again."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from corpus.public.manifest import Project

_FORMS = {"sdist": ("--no-binary", ".tar.gz"), "wheel": ("--only-binary", ".whl")}


class FetchError(Exception):
    """A project could not be had as it is pinned; the text says why and what to do."""


def fetch(project: Project, folder: Path) -> Path:
    """The root of the project's sources below `folder`.

    Raises:
        FetchError: the download failed, or brought something else than what is pinned.
    """
    target = folder / project.folder
    if not target.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=f".{project.folder}-") as scratch:
            archive = _download(project, Path(scratch))
            _verify(project, archive)
            unpacked = _unpack(archive, Path(scratch) / "unpacked")
            # Renamed in one step: an interrupted run leaves no half of a project.
            try:
                unpacked.rename(target)
            except OSError:
                if not target.is_dir():  # else another run has fetched the same archive meanwhile
                    raise
    return target


def _download(project: Project, folder: Path) -> Path:
    option, suffix = _FORMS[project.form]
    wanted = f"{project.name}=={project.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += [option, ":all:", "--dest", str(folder), wanted]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    archives = sorted(folder.glob(f"*{suffix}"))
    if done.returncode or len(archives) != 1:
        raise FetchError(
            f"{wanted} could not be downloaded; is a package index reachable?\n"
            f"`{' '.join(command)}` exited with {done.returncode}:\n{done.stderr.strip()}"
        )
    return archives[0]


def _verify(project: Project, archive: Path) -> None:
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != project.sha256:
        raise FetchError(
            f"{archive.name} is not the archive in the manifest (SHA-256 {found}, pinned {project.sha256}); "
            "the index serves another file: find out why before pinning it"
        )


def _unpack(archive: Path, folder: Path) -> Path:
    """The folder with the sources: a wheel's own, the single one inside a source archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
        return folder
    with tarfile.open(archive) as sources:
        if hasattr(tarfile, "data_filter"):
            sources.extractall(folder, filter="data")
        else:  # early releases of 3.10: the checksum vouches for the members
            sources.extractall(folder)
    (root,) = folder.iterdir()
    return root
