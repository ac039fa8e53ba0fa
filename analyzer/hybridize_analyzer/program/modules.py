"""Which file an import means: module names for files, and the resolution of absolute and relative imports."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

_SOURCE_FOLDERS = ("src", "lib", "python")
_TEST_FOLDERS = frozenset({"test", "tests", "testing"})
_FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras", "numpy"})
INSTALLED = frozenset({*_FRAMEWORKS, *sys.stdlib_module_names})
"""Libraries of which more than the names is known."""


@dataclass(frozen=True, slots=True)
class ModuleNames:
    """The importable names of a set of files.

    canonical: path -> dotted name.  paths: every name under which a file may be imported -> path.
    packages: names that are packages, with or without `__init__.py`.
    collections: packages inside a folder of tests that hold test files.
    own: the name of the package that the root itself is, by which its files import each other; "" where it is none.
    """

    canonical: Mapping[str, str]
    paths: Mapping[str, str]
    packages: frozenset[str]
    collections: frozenset[str] = frozenset()
    own: str = ""

    def has(self, name: str) -> bool:
        """Whether the project has a module or package of this full name."""
        return name in self.paths or name in self.packages

    def run_as(self, text: str, importer: str) -> list[str]:
        """The paths of what `runpy` may run for a path, or for the name of a module."""
        named = self.resolve(text, importer)
        end = f"/{text.lstrip('./')}"
        return [named] if named is not None else [path for path in self.canonical if f"/{path}".endswith(end)]

    def resolve(self, name: str, importer: str) -> str | None:
        """The path of module `name` imported from file `importer`, or None when the project has none.

        A sibling of the importing file wins (a script's folder is its import root), then folders upwards.  Three things
        do not win: inside a package, a sibling named like an installed library; around the importing file, a folder for
        a framework that is named like it; and where there is another, a package of tests named like what it tests.
        """
        top = name.partition(".")[0]
        tests = None
        for start, package in self._roots(importer):
            found = self.paths.get(start + name)
            if found is None or found == importer or (package and top in INSTALLED):
                continue
            if top in _FRAMEWORKS and self._is_for(start + top, importer):
                continue
            if start + top not in self.collections:
                return found
            tests = tests or found
        return tests or self._in_own_package(name)

    def _is_for(self, package: str, importer: str) -> bool:
        """Whether a file lies in a folder that is named like a framework for which it is, and is not the framework."""
        around = importer.startswith(f"{package.replace('.', '/')}/")
        return around and not any(self.has(f"{package}.{part}") for part in ("python", "src"))

    def _in_own_package(self, name: str) -> str | None:
        top, _, inside = name.partition(".")
        return self.paths.get(inside) if self.own and top == self.own else None

    def _roots(self, importer: str) -> Iterator[tuple[str, bool]]:
        """What stands before the names of modules in every folder that may be searched; whether it is a package's."""
        folder = importer.rpartition("/")[0]
        while folder:
            base = folder.replace("/", ".")
            yield f"{base}.", self.paths.get(base, "").endswith("/__init__.py")
            yield from ((f"{base}.{source}.", False) for source in _SOURCE_FOLDERS)
            folder = folder.rpartition("/")[0]
        yield "", bool(self.own)
        yield from ((f"{source}.", False) for source in _SOURCE_FOLDERS)

    def resolve_relative(self, importer: str, level: int, name: str | None) -> str | None:
        """The path of `from ..name import …` written in file `importer`."""
        folder = importer.rpartition("/")[0]
        for _ in range(level - 1):
            folder = folder.rpartition("/")[0]
        base = folder.replace("/", ".")
        full = ".".join(part for part in (base, name) if part)
        return self.paths.get(full)


def name_modules(paths: Sequence[str], root: str = "") -> ModuleNames:
    """Names for files given by `/`-separated paths relative to the project root.  root: the name of that folder."""
    canonical: dict[str, str] = {}
    packages: set[str] = set()
    collections: set[str] = set()
    for path in sorted(paths):
        stem = path[: -len(".py")] if path.endswith(".py") else path
        parts = stem.split("/")
        if parts[-1] == "__init__":
            parts = parts[:-1]
            packages.add(".".join(parts))
        canonical[path] = ".".join(parts)
        for end in range(1, len(parts)):
            packages.add(".".join(parts[:end]))
        if is_test_file(path):
            collections.update(_within_tests(path.split("/")[:-1]))
    by_name: dict[str, str] = {}
    for path, name in canonical.items():
        current = by_name.get(name)
        if current is None or path.endswith("/__init__.py"):
            by_name[name] = path
    own = root if "__init__.py" in canonical and root.isidentifier() else ""
    return ModuleNames(canonical, by_name, frozenset(packages), frozenset(collections), own)


@cache
def is_test_file(path: str) -> bool:
    """Whether pytest takes the file for one of tests, by its name."""
    name = path.rpartition("/")[2]
    return name.startswith(("test_", "conftest.")) or name.endswith("_test.py")


@cache
def is_test(path: str) -> bool:
    """Whether pytest or unittest find it."""
    return is_test_file(path) or "tests" in path.split("/")[:-1]


def _within_tests(folders: Sequence[str]) -> Iterator[str]:
    """The dotted names of the folders on a path that lie in a folder of tests."""
    for end in range(1, len(folders)):
        if not _TEST_FOLDERS.isdisjoint(folders[:end]):
            yield ".".join(folders[: end + 1])
