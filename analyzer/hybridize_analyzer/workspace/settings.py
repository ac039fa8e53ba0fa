"""`[tool.hybridize]` of the closest pyproject.toml, or the closest hybridize.toml: read and checked."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hybridize_analyzer.report import GAINS
from hybridize_analyzer.workspace.errors import InputError, closest
from hybridize_analyzer.workspace.exclusion import DEFAULT_EXCLUDE, FileFilter
from hybridize_analyzer.workspace.paths import is_file
from hybridize_analyzer.workspace.targets import keras_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SETTINGS_FILES = ("hybridize.toml", "pyproject.toml")

Values = dict[str, Any]
"""Keys as they are written in the file, checked; `baseline` is an absolute path."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    directory: what patterns in `exclude`, `extend_exclude` and `per_file_ignores` are relative to.
    files: the files that were read, the closest first.
    select, ignore, extend_select: rule names, codes, prefixes of codes, or `ALL`.
    assume: kinds of assumption that are taken as holding.
    jobs: number of processes, or None for one per processor.
    target: the TensorFlow that the program runs on, such as `tensorflow 2.9`.  keras: its Keras, 2 or 3; None: inferred.
    python: the interpreter or environment whose packages are read; None: the one that is active or beside the project.
    min_gain: the expected gain from which a function is reported and edited.
    tests: functions of tests are reported and edited, too.
    rule_url: where the page of a rule is, with `{name}` or `{code}` in it.
    """

    directory: Path
    files: tuple[Path, ...] = ()
    select: tuple[str, ...] = ("ALL",)
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    respect_gitignore: bool = True
    force_exclude: bool = False
    baseline: Path | None = None
    output_format: str = "full"
    jobs: int | None = None
    unsafe_fixes: bool = False
    assume: tuple[str, ...] = ()
    min_gain: str = "medium"
    tests: bool = False
    target: str | None = None
    keras: int | None = None
    python: Path | None = None
    rule_url: str | None = None

    @property
    def stated_keras(self) -> int | None:
        """The major version of Keras, as far as the settings say it."""
        return self.keras or (keras_of(self.target) if self.target else None)

    def file_filter(self) -> FileFilter:
        """What these settings leave out."""
        return FileFilter(
            self.directory, self.exclude + self.extend_exclude, self.respect_gitignore, self.force_exclude
        )


def load_settings(start: Path, *, config: Sequence[str] = (), isolated: bool = False) -> Settings:
    """The settings for a project at `start` (a directory).

    config: values of `--config`: at most one path of a settings file, and any number of `KEY = VALUE` in
        TOML, which override the file.
    isolated: read no file.

    Raises:
        InputError: a file cannot be read, or a key or value in it makes no sense.
    """
    named, assigned = _split_config(config, isolated=isolated)
    found = named if named is not None or isolated else _closest_file(start)
    values, files = _read_with_extended(found) if found is not None else ({}, ())
    for assignment in assigned:
        values = _overlay(values, assignment)
    by_file = found is not None and named is None
    directory = found.parent if by_file and found is not None else Path.cwd() if named else start
    return _settings(directory, files, values)


def _settings(directory: Path, files: tuple[Path, ...], values: Values) -> Settings:
    fields = {key.replace("-", "_"): _frozen(value) for key, value in values.items() if key != "extend"}
    return Settings(directory, files, **fields)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return tuple((key, tuple(item)) for key, item in value.items())
    return value


def _overlay(base: Values, above: Values) -> Values:
    """`above` wins key by key; what only adds (`extend-select`, `extend-exclude`) is joined."""
    joined = {key: base[key] + above[key] for key in above if key.startswith("extend-") and key in base}
    return {**base, **above, **joined}


# Where settings come from


def _closest_file(start: Path) -> Path | None:
    for directory in (start, *start.parents):
        for name in SETTINGS_FILES:
            path = directory / name
            if is_file(path) and (name == "hybridize.toml" or _table(path) is not None):
                return path
    return None


def _split_config(config: Sequence[str], *, isolated: bool) -> tuple[Path | None, list[Values]]:
    named: Path | None = None
    assigned = []
    for text in config:
        path = Path(text).expanduser()
        if not is_file(path):
            assigned.append(_assignment(text))
        elif named is not None:
            raise InputError(f"--config: only one settings file can be given, not both {named} and {path}")
        else:
            named = path.absolute()
    if named is not None and isolated:
        raise InputError(f"--config {named} and --isolated contradict each other; leave one out")
    return named, assigned


def _assignment(text: str) -> Values:
    if "=" not in text:
        raise InputError(
            f"--config {text}: no such file, and not a setting; write a path or KEY = VALUE, "
            'such as --config "jobs = 2"'
        )
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"--config {text}: not TOML: {_reason(error)}; quote texts: \"select = ['HYB1']\""
        ) from None
    return _checked(values, "--config", Path.cwd())


def _read_with_extended(path: Path) -> tuple[Values, tuple[Path, ...]]:
    """The values of `path` over those of the files that it extends."""
    values: Values = {}
    files: list[Path] = []
    following: Path | None = path
    while following is not None:
        if following in files:
            chain = " -> ".join(str(file) for file in (*files, following))
            raise InputError(f"{path}: `extend` leads back to itself: {chain}; remove one of them")
        files.append(following)
        layer = _checked(_table(following) or {}, str(following), following.parent)
        values = _overlay(layer, values)
        extended = layer.get("extend")
        if extended is not None and not is_file(extended):
            raise InputError(f"{following}: `extend` names {extended}, which is not a file; correct the path")
        following = extended
    return values, tuple(files)


def _table(path: Path) -> Values | None:
    """The settings in a file: all of it, or `[tool.hybridize]` of a pyproject.toml (None without one)."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read: {error.strerror}; check the path and permissions"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte offset {error.start} is not UTF-8, which TOML has to be; save it as UTF-8"
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: not TOML: {_reason(error)}; repair it, or pass --isolated to ignore it"
        ) from None
    if path.name != "pyproject.toml":
        return document
    tool = document.get("tool", {})
    table = tool.get("hybridize") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise InputError(f"{path}: `tool.hybridize` must be a table; write [tool.hybridize]")
    return table


def _reason(error: ValueError | RecursionError) -> str:
    """What Python's parser of TOML could not take; numbers and depths beyond it end in errors of Python itself."""
    if isinstance(error, RecursionError):
        return "its values are nested too deep"
    return str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number in it is too long"


# What they may contain


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_ignores(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_strings(item) for item in value.values())


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_gain(value: Any) -> bool:
    return value in GAINS


def _is_keras(value: Any) -> bool:
    return value in (2, 3) and not isinstance(value, (bool, float))


def _is_target(value: Any) -> bool:
    return isinstance(value, str) and keras_of(value) is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and _ADDRESS.fullmatch(value) is not None and "{" in value


_ADDRESS = re.compile(r"(?:https?|file)://[!-~]+")  # what is printed into terminals has no control characters
_STRINGS = ("a list of strings", _is_strings)
_FLAG = ("true or false", _is_flag)
_PATH = ("a path", _is_text)

KEYS = {
    "assume": _STRINGS,
    "baseline": _PATH,
    "exclude": _STRINGS,
    "extend": _PATH,
    "extend-exclude": _STRINGS,
    "extend-select": _STRINGS,
    "force-exclude": _FLAG,
    "ignore": _STRINGS,
    "jobs": ("a whole number of at least 1", _is_count),
    "keras": ("2 or 3", _is_keras),
    "min-gain": (f"one of {', '.join(GAINS)}", _is_gain),
    "output-format": ("the name of an output format", _is_text),
    "per-file-ignores": ("a table from file patterns to lists of rules", _is_ignores),
    "python": _PATH,
    "respect-gitignore": _FLAG,
    "rule-url": ("an address with `{name}` or `{code}` in it", _is_address),
    "select": _STRINGS,
    "target": ('a version of TensorFlow, such as "tensorflow 2.9"', _is_target),
    "tests": _FLAG,
    "unsafe-fixes": _FLAG,
}
"""Every setting: what it expects, in words and as a check."""


def _checked(values: Mapping[str, Any], where: str, directory: Path) -> Values:
    """`values` with paths made absolute.

    Raises:
        InputError: unknown key, or a value of the wrong type.
    """
    for key, value in values.items():
        if key not in KEYS:
            raise InputError(f"{where}: unknown setting `{key}`{closest(key, KEYS) or _known(KEYS)}")
        expected, fits = KEYS[key]
        if not fits(value):
            raise InputError(f"{where}: `{key}` must be {expected}, not {_in_words(value)}")
    paths = {
        key: directory / Path(values[key]).expanduser()
        for key in ("baseline", "extend", "python")
        if key in values
    }
    return {**values, **paths}


def _known(keys: Iterable[str]) -> str:
    return f"; known: {', '.join(keys)}"


def _in_words(value: Any) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", dict: "a table"}
    name = names.get(type(value), "a list" if isinstance(value, list) else "a date or time")
    return name if isinstance(value, (dict, list)) else f"{name} ({value})"
