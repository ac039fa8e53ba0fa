"""Other checkers of Python, installed beside ours for the comparison only."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_PACKAGES = ("pylint==4.0.4", "mypy==1.18.2")
_PYRIGHT = "pyright@1.1.407"


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
    pylint = (str(python), "-m", "pylint", "--errors-only", "--recursive=y", "--jobs=1", ".")
    mypy = (
        *(
            str(python),
            "-m",
            "mypy",
            "--cache-dir=/dev/null",
            "--ignore-missing-imports",
            "--follow-imports=silent",
        ),
        *("--check-untyped-defs", "--namespace-packages", "--explicit-package-bases", "."),
    )
    return [Rival("pylint --errors-only", pylint), Rival("mypy", mypy)]


def _node_rivals(build: Path) -> list[Rival]:
    binary = build / "node_modules" / ".bin" / "pyright"
    npm = shutil.which("npm")
    if not binary.exists() and npm:
        subprocess.run([npm, "install", "--silent", "--prefix", str(build), _PYRIGHT], check=False)
    return [Rival("pyright", (str(binary), "--threads", "1", "."))] if binary.exists() else []
