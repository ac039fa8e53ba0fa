"""Which Keras a project runs on: TensorFlow 2.16 changed from Keras 2 to Keras 3, which computes some things otherwise.

Asked are, in this order, the settings, whether the program imports or asks for `tf_keras`, lock files, requirements,
what the program uses that only one of the two has, and the versions that its README names. Of a range of versions the
newest counts, because that is what an installer takes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hybridize_analyzer.workspace import keras_uses
from hybridize_analyzer.workspace.sources import SourceFile

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CURRENT = (3,)
_FIRST_WITH_KERAS_3 = (2, 16)
_NEWEST_MINOR = 40
_OF_TENSORFLOW = r"tensorflow(?:-(?:cpu|gpu|intel|macos|rocm))?"
_SPACE = r"[ \t]*"
_RANGE = rf"(?:(?:[=<>!~]=?=?|\^){_SPACE}[\d.*]+\w*{_SPACE},?{_SPACE})+"
_REQUIREMENT = re.compile(
    rf"""(?:^|["'\s])(?P<name>{_OF_TENSORFLOW}|keras)(?:\[[^\]]*\])?{_SPACE}\(?(?P<range>{_RANGE})""",
    re.MULTILINE | re.IGNORECASE,
)
_BOUND = re.compile(r"(?P<how>===?|>=|<=|!=|~=|<|>|=|\^)\s*(?P<version>\d+(?:\.\d+)*)(?:\.\*)?")
_LOCKS = ("poetry.lock", "uv.lock", "pdm.lock", "pylock.toml")
_LEGACY = re.compile(rb"""TF_USE_LEGACY_KERAS["']\s*(?:\]\s*=|,)\s*(?:str\()?["']?(?:1|True|true)""")
_TF_KERAS = re.compile(rb"^\s*(?:import|from)\s+tf_keras\b", re.MULTILINE)
_KERAS = re.compile(
    rb"^\s*(?:import|from)\s+keras\b|^\s*from\s+tensorflow\s+import[^\n]*\bkeras\b|\btf\.keras\.",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Target:
    """keras: the major versions that the program may run on.  reason: what says so."""

    keras: tuple[int, ...] = CURRENT
    reason: str = "the current release"


def read_target(root: Path, sources: Iterable[SourceFile], stated: int | None = None) -> Target:
    """The Keras of the project in `root`.

    stated: what the settings say.  Files that cannot be read or parsed count as absent.
    """
    if stated is not None:
        return Target((stated,), "the settings")
    ordered = sorted(sources, key=lambda s: s.relative)
    return _of_program(ordered) or _of_files(root) or _of_uses(ordered) or _of_readme(root) or Target()


def keras_of(target: str) -> int | None:
    """The major version of Keras that comes with `tensorflow 2.9`; None where the text is something else."""
    found = re.fullmatch(r"tensorflow\s*(\d+)\.(\d+)(\.\d+)*", target.strip())
    return None if found is None else _with_tensorflow((int(found[1]), int(found[2])))


def _with_tensorflow(version: tuple[int, int]) -> int:
    return 3 if version >= _FIRST_WITH_KERAS_3 else 2


def _of_program(ordered: Sequence[SourceFile]) -> Target | None:
    """Keras 2 where `tf_keras` is used, or stands in for `tf.keras`; both where it is used beside another Keras."""
    for source in ordered:
        if b"TF_USE_LEGACY_KERAS" in source.raw and _LEGACY.search(source.raw):
            return Target((2,), f"TF_USE_LEGACY_KERAS in {source.relative}")
    own = next((s.relative for s in ordered if b"tf_keras" in s.raw and _TF_KERAS.search(s.raw)), None)
    if own is None:
        return None
    other = any(_KERAS.search(source.raw) for source in ordered)
    return Target((2, 3) if other else (2,), f"`tf_keras` in {own}")


def _of_uses(ordered: Sequence[SourceFile]) -> Target | None:
    """Keras 2 where the program uses what Keras 3 does not have; both where it uses what Keras 2 does not have, too."""
    used = keras_uses.of_keras_2(ordered)
    if used is None:
        return None
    both = keras_uses.of_keras_3(ordered)
    return Target((2, 3) if both else (2,), f"`{used}`, which Keras 3 does not have")


def _of_files(root: Path) -> Target | None:
    for name, text in _texts(root, (*_LOCKS, "Pipfile.lock")):
        for package, version in _locked(name, text):
            if found := _of_version(package, _numbers(version)):
                return Target((found,), f"{package} {version} in {name}")
    for name, text in _texts(root, _requirement_files(root)):
        for match in _REQUIREMENT.finditer(text):
            newest = _newest(match["name"].lower(), match["range"])
            if newest is not None and (found := _of_version(match["name"].lower(), newest)):
                return Target((found,), f"{match['name']}{match['range'].strip(' ,')} in {name}")
    return None


def _of_readme(root: Path) -> Target | None:
    """Keras 2 where a README names a release of TensorFlow or Keras with it, or of Python for which there is no Keras 3.

    `TensorFlow 2.0` names what is new in TensorFlow 2 more often than a release, and does not count.
    """
    try:
        names = sorted(path.name for path in root.iterdir() if path.name.lower() in _READMES)
    except OSError:
        return None
    for name, text in _texts(root, names):
        for match in _NAMED.finditer(text):
            version, last = _numbers(match["version"]), _OLD[match["package"].lower()]
            release = version != (2, 0) or match["version"].count(".") > 1
            if ">" not in match["between"] and release and version[0] == last[0] and version <= last:
                return Target((2,), f"{match['package']} {match['version']} in {name}")
    return None


_READMES = frozenset({"readme", "readme.md", "readme.rst", "readme.txt"})
_NAMED = re.compile(
    r"""\b(?P<package>tensorflow(?:-cpu|-gpu)?|keras|python)(?P<between>[ \t:=~<>`*|v()-]{1,6})
    (?P<version>\d\.\d+(?:\.\d+)?)\b(?!\+)""",
    re.IGNORECASE | re.VERBOSE,
)
_OLD = {
    **dict.fromkeys(("tensorflow", "tensorflow-cpu", "tensorflow-gpu"), (2, 15)),
    "keras": (2, 15),
    "python": (3, 8),
}
"""The last releases that come with Keras 2, or for which there is nothing else."""


def _requirement_files(root: Path) -> Iterator[str]:
    try:
        found = sorted(p.name for p in root.glob("*requirements*.txt"))
    except OSError:
        found = []
    yield from found
    yield from ("pyproject.toml", "setup.cfg", "setup.py", "environment.yml", "environment.yaml", "Pipfile")


def _texts(root: Path, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        try:
            yield name, (root / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue


def _locked(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Packages and versions of a lock file."""
    try:
        document = json.loads(text) if name == "Pipfile.lock" else tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    for package, version in _pairs(name, document):
        if isinstance(package, str) and isinstance(version, str):
            yield package.lower(), version.lstrip("=")


def _pairs(name: str, document: Any) -> Iterator[tuple[object, object]]:
    if not isinstance(document, dict):
        return
    if name == "Pipfile.lock":
        table = document.get("default")
        entries = table.items() if isinstance(table, dict) else ()
        yield from ((k, v.get("version")) for k, v in entries if isinstance(v, dict))
        return
    packages = document.get("package", document.get("packages"))
    found = packages if isinstance(packages, list) else []
    yield from ((p.get("name"), p.get("version")) for p in found if isinstance(p, dict))


def _numbers(version: str) -> tuple[int, int]:
    parts = [int(p) for p in re.findall(r"\d+", version)[:2]]
    return (parts[0] if parts else 0, parts[1] if len(parts) > 1 else 0)


def _of_version(package: str, version: tuple[int, int]) -> int | None:
    if package == "keras":
        return 3 if version >= (3, 0) else 2
    return _with_tensorflow(version) if re.fullmatch(_OF_TENSORFLOW, package) else None


def _newest(package: str, bounds: str) -> tuple[int, int] | None:
    """The newest minor version that a requirement allows; None where it leaves that open."""
    found = [(m["how"], m["version"]) for m in _BOUND.finditer(bounds)]
    if all(how in (">=", ">", "!=") for how, _ in found):
        return None
    majors = (3, 2) if package == "keras" else (2, 1)
    versions = ((major, minor) for major in majors for minor in range(_NEWEST_MINOR, -1, -1))
    return next((v for v in versions if all(_allows(*bound, v) for bound in found)), None)


def _allows(how: str, version: str, asked: tuple[int, int]) -> bool:
    """Whether a bound allows some patch release of a minor version."""
    numbers = _numbers(version)
    exact = len(version.split(".")) >= 2
    patched = len(version.split(".")) > 2 and not version.endswith(".0")
    if how in ("=", "==", "==="):
        return asked == numbers if exact else asked[0] == numbers[0]
    if how == "~=":
        return asked == numbers if version.count(".") > 1 else asked[0] == numbers[0] and asked >= numbers
    if how == "^":
        return asked[0] == numbers[0] and asked >= numbers
    if how == "<":
        return asked < numbers or (patched and asked == numbers)
    if how == "<=":
        return asked <= numbers
    return how == "!=" or asked >= numbers
