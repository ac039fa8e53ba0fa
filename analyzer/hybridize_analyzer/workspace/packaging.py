"""What the packaging files of a project say: whether others install it, and which functions its commands start.

Read are pyproject.toml, setup.cfg and setup.py; what cannot be read there is as if it were not written, because
checking these files is the business of the tools that build packages.
"""

from __future__ import annotations

import ast
import configparser
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, Environment
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.targets import CURRENT, read_target

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_OBJECT = re.compile(r"\s*(?P<module>[\w.]+)\s*:\s*(?P<name>[\w.]+)\s*(\[.*\])?\s*")
_SCRIPTS = ("console_scripts", "gui_scripts")


@dataclass(frozen=True, slots=True, order=True)
class EntryPoint:
    """A function that an installed command calls without arguments.

    module: its dotted name.  name: of the function in it, dotted for an attribute of a class.
    """

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class Packaging:
    """library: others install and import the project, so it has callers that nobody sees.  scripts: its commands.

    keras: the major versions of Keras that it may run on.  environment: the packages that it runs with.
    """

    library: bool = False
    scripts: tuple[EntryPoint, ...] = ()
    keras: tuple[int, ...] = CURRENT
    environment: Environment = NOTHING_INSTALLED


def read_packaging(
    root: Path,
    sources: Sequence[SourceFile] = (),
    keras: int | None = None,
    environment: Environment = NOTHING_INSTALLED,
) -> Packaging:
    """The packaging of the project in `root`; files that cannot be read or parsed count as absent.

    sources: the files of the project.  keras: its version, where the settings say it.  environment: what is installed.
    """
    texts = {name: _text(root / name) for name in ("pyproject.toml", "setup.cfg", "setup.py")}
    pyproject, config, setup = texts.values()
    library = config is not None or setup is not None or "[project]" in (pyproject or "")
    found = {*_of_pyproject(pyproject or ""), *_of_config(config or ""), *_of_setup(setup or "")}
    target = read_target(root, sources, keras)
    return Packaging(library, tuple(sorted(found)), target.keras, environment)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None
    except OSError:
        return None


def _of_pyproject(text: str) -> Iterator[EntryPoint]:
    """`[project.scripts]`, `gui-scripts` and `entry-points`; the tables of Poetry and Flit say the same."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError):  # not TOML, or too long or too deep for Python
        return
    project = _table(document, "project")
    groups = _table(project, "entry-points")
    for table in (
        _table(project, "scripts"),
        _table(project, "gui-scripts"),
        *(_table(groups, name) for name in _SCRIPTS),
        _table(_table(document, "tool"), "poetry", "scripts"),
        _table(_table(document, "tool"), "flit", "scripts"),
    ):
        yield from _objects(table.values())


def _table(document: Any, *names: str) -> dict[str, Any]:
    for name in names:
        document = document.get(name)
        if not isinstance(document, dict):
            return {}
    return document if isinstance(document, dict) else {}


def _of_config(text: str) -> Iterator[EntryPoint]:
    """`[options.entry_points]` of setup.cfg."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    for name in _SCRIPTS:
        lines = parser.get("options.entry_points", name, fallback="")
        yield from _objects(line.partition("=")[2] for line in lines.splitlines())


def _of_setup(text: str) -> Iterator[EntryPoint]:
    """`setup(entry_points=…)` where it is written out: a dict of lists, or one text with sections."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "entry_points":
            yield from _written(node.value)


def _written(node: ast.expr) -> Iterator[EntryPoint]:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return
    if isinstance(value, str):
        yield from _of_config(f"[options.entry_points]\n{_as_options(value)}")
    elif isinstance(value, dict):
        for name in _SCRIPTS:
            lines = value.get(name)
            lines = lines.splitlines() if isinstance(lines, str) else lines
            if isinstance(lines, (list, tuple)):
                yield from _objects(str(line).partition("=")[2] for line in lines)


def _as_options(text: str) -> str:
    """Sections of entry points, `[console_scripts]`, as the options that setup.cfg has."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(f"{line[1:-1]} =" if line.startswith("[") else f"  {line}" for line in lines if line)


def _objects(values: Iterable[Any]) -> Iterator[EntryPoint]:
    """`package.module:function [extra]`."""
    for value in values:
        found = _OBJECT.fullmatch(value) if isinstance(value, str) else None
        if found is not None:
            yield EntryPoint(found["module"], found["name"])
