"""Which file an import means: module names for files, and the resolution of absolute and relative imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_SOURCE_FOLDERS = ("src", "lib", "python")


@dataclass(frozen=True, slots=True)
class ModuleNames:
    """The importable names of a set of files.

    canonical: path -> dotted name.  paths: every name under which a file may be imported -> path.
    packages: names that are packages, with or without `__init__.py`.
    """

    canonical: Mapping[str, str]
    paths: Mapping[str, str]
    packages: frozenset[str]

    def resolve(self, name: str, importer: str) -> str | None:
        """The path of module `name` imported from file `importer`, or None when the project has none.

        A sibling of the importing file wins (a script's folder is its import root), then folders upwards.
        """
        folder = importer.rpartition("/")[0]
        while True:
            base = folder.replace("/", ".")
            start = f"{base}." if base else ""
            found = self.paths.get(start + name)
            if found is not None and found != importer:
                return found
            for source in _SOURCE_FOLDERS:
                found = self.paths.get(f"{start}{source}.{name}")
                if found is not None:
                    return found
            if not folder:
                return None
            folder = folder.rpartition("/")[0]

    def resolve_relative(self, importer: str, level: int, name: str | None) -> str | None:
        """The path of `from ..name import …` written in file `importer`."""
        folder = importer.rpartition("/")[0]
        for _ in range(level - 1):
            folder = folder.rpartition("/")[0]
        base = folder.replace("/", ".")
        full = ".".join(part for part in (base, name) if part)
        return self.paths.get(full)


def name_modules(paths: Sequence[str]) -> ModuleNames:
    """Names for files given by `/`-separated paths relative to the project root."""
    canonical: dict[str, str] = {}
    packages: set[str] = set()
    for path in sorted(paths):
        stem = path[: -len(".py")] if path.endswith(".py") else path
        parts = stem.split("/")
        if parts[-1] == "__init__":
            parts = parts[:-1]
            packages.add(".".join(parts))
        canonical[path] = ".".join(parts)
        for end in range(1, len(parts)):
            packages.add(".".join(parts[:end]))
    by_name: dict[str, str] = {}
    for path, name in canonical.items():
        current = by_name.get(name)
        if current is None or path.endswith("/__init__.py"):
            by_name[name] = path
    return ModuleNames(canonical, by_name, frozenset(packages))
