"""Other checkers of Python, installed beside ours for the comparison only.

They check what strangers wrote.  So they run without the settings that come with it, which may name code that pylint and
mypy would load, and without the checked folder among the places that they import from.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_PACKAGES = ("pylint==4.0.4", "mypy==1.18.2")
_PYRIGHT = "pyright@1.1.407"
COMPLETE = {"pylint --errors-only": range(32), "mypy": range(2), "pyright": range(2)}
"""The exit codes with which each says that it has checked everything, whatever it found."""


@dataclass(frozen=True, slots=True)
class Rival:
    """command: to be run in the folder that is checked."""

    name: str
    command: tuple[str, ...]


def rivals(build: Path) -> list[Rival]:
    """Installs what is missing; what cannot be installed is left out."""
    build.mkdir(parents=True, exist_ok=True)
    return [*_python_rivals(build), *_node_rivals(build)]


def _python_rivals(build: Path) -> list[Rival]:
    environment = build / "venv"
    python = environment / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *_PACKAGES]
    if subprocess.run(install, check=False).returncode:
        return []
    module = (str(python), "-I", "-m")
    pylint = (*module, "pylint", "--rcfile=/dev/null", "--errors-only", "--recursive=y", "--jobs=1", ".")
    mypy = (
        *(*module, "mypy", "--config-file=", "--cache-dir=/dev/null", "--ignore-missing-imports"),
        *("--follow-imports=silent", "--check-untyped-defs", "--namespace-packages"),
        *("--explicit-package-bases", "."),
    )
    return [Rival("pylint --errors-only", pylint), Rival("mypy", mypy)]


def _node_rivals(build: Path) -> list[Rival]:
    binary = build / "node_modules" / ".bin" / "pyright"
    npm = shutil.which("npm")
    if not binary.exists() and npm:
        subprocess.run([npm, "install", "--silent", "--prefix", str(build), _PYRIGHT], check=False)
    python = str(build / "venv" / "bin" / "python")
    command = (str(binary), "--threads", "1", "--pythonpath", python, ".")
    return [Rival("pyright", command)] if binary.exists() else []
