"""What names of installed packages mean: functions with the module that they stand in, and classes with their ancestors."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

import astroid
from astroid import nodes
from astroid.builder import AstroidBuilder
from astroid.manager import AstroidManager

from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.program.code import ModuleCode, index_module
from hybridize_analyzer.program.modules import INSTALLED
from hybridize_analyzer.workspace.depth import deep_recursion
from hybridize_analyzer.workspace.environment import Environment

_LARGEST = 400_000
"""Bytes: larger modules are generated, and not read."""
_FURTHEST = 12
"""Modules through which a name is followed."""
_LONGEST = 80
"""Lines of a function that is small enough to be followed."""

_Definition: TypeAlias = nodes.FunctionDef | nodes.ClassDef


@dataclass(slots=True)
class Installed:
    """The packages of an environment, each module read when it is first asked about."""

    environment: Environment
    _modules: dict[str, nodes.Module | None] = field(default_factory=dict)
    _codes: dict[str, ModuleCode | None] = field(default_factory=dict)
    _found: dict[str, _Definition | None] = field(default_factory=dict)
    _ancestors: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def kept(self) -> tuple[Environment, dict[str, ModuleCode | None], dict[str, tuple[str, ...]]]:
        """What has been read, as far as an analysis refers to it; `resumed` goes on from there."""
        return self.environment, self._codes, self._ancestors

    def function(self, name: str) -> tuple[ModuleCode, str] | None:
        """The module and the name in it of a small function, by the dotted name under which a program imports it."""
        found = self._definition(name)
        if not isinstance(found, nodes.FunctionDef) or (found.tolineno or 0) - found.fromlineno > _LONGEST:
            return None
        module = found.root()
        code = self._code(module.name, Path(module.file))
        return None if code is None else (code, found.name)

    def ancestors(self, name: str) -> tuple[str, ...]:
        """The classes above a class, the nearest first; `?` for one that cannot be told, nothing where it is no class."""
        if name not in self._ancestors:
            self._ancestors[name] = ()  # a class that inherits from itself ends here
            found = self._definition(name)
            if isinstance(found, nodes.ClassDef):
                self._ancestors[name] = tuple(dict.fromkeys(self._above(found)))
        return self._ancestors[name]

    def _above(self, cls: nodes.ClassDef) -> Iterator[str]:
        for base in cls.bases:
            named = self._dotted(cls.root(), base.as_string())
            yield named or "?"
            if named is not None:
                yield from self.ancestors(named)

    def _dotted(self, module: nodes.Module, text: str) -> str | None:
        """What a dotted expression at the top of a module means, from the top of Python's names."""
        head, _, rest = text.partition(".")
        if not text.replace(".", "").isidentifier():
            return None
        meanings = {self._meaning(module, node, head) for node in module.locals.get(head, ())}
        known = meanings.pop() if len(meanings) == 1 else _alike(meanings)
        return None if known is None else canonical(f"{known}.{rest}" if rest else known)

    def _assigned(self, module: nodes.Module, node: nodes.NodeNG) -> str | None:
        """What `NAME = other.name` means; nothing for any other assignment."""
        statement = node.statement()
        value = statement.value if isinstance(statement, nodes.Assign) else None
        return self._dotted(module, value.as_string()) if isinstance(value, nodes.Attribute) else None

    def _meaning(self, module: nodes.Module, node: nodes.NodeNG, name: str) -> str | None:
        if isinstance(node, _Definition):
            return f"{module.name}.{node.name}"
        if isinstance(node, nodes.Import):
            real = str(node.real_name(name))
            return real if any(alias == name for _, alias in node.names) else real.partition(".")[0]
        if isinstance(node, nodes.ImportFrom):
            return f"{module.relative_to_absolute_name(node.modname, node.level)}.{node.real_name(name)}"
        return self._assigned(module, node) if isinstance(node, nodes.AssignName) else None

    def _definition(self, name: str) -> _Definition | None:
        if name not in self._found:
            self._found[name] = self._look_up(name, _FURTHEST)
        return self._found[name]

    def _look_up(self, name: str, steps: int) -> _Definition | None:
        parts = name.split(".")
        if parts[0] in INSTALLED or not steps:
            return None
        for end in range(len(parts) - 1, 0, -1):
            module = self._module(".".join(parts[:end]))
            if module is not None:
                return self._member(module, parts[end:], steps - 1) if self._is_whole(parts[:end]) else None
        return None

    def _is_whole(self, parts: Sequence[str]) -> bool:
        """Whether every package on the way to a module leaves the names of what lies in it alone."""
        for end in range(1, len(parts)):
            package, below = self._module(".".join(parts[:end])), ".".join(parts[: end + 1])
            bound = () if package is None else package.locals.get(parts[end], ())
            if any(self._meaning(package, node, parts[end]) != below for node in bound):
                return False
        return True

    def _member(self, module: nodes.Module, rest: Sequence[str], steps: int) -> _Definition | None:
        bound = module.locals.get(rest[0], ())
        starred = self._by_star(module, rest, steps)
        if not bound:
            return starred
        if starred is not None:
            return None  # which of the two comes last is not looked into
        if len(rest) == 1 and len(bound) == 1 and isinstance(bound[0], _Definition):
            return bound[0] if isinstance(bound[0].parent, nodes.Module) else None
        named = self._dotted(module, ".".join(rest))
        return (
            self._look_up(named, steps) if named is not None and named != f"{module.name}.{rest[0]}" else None
        )

    def _by_star(self, module: nodes.Module, rest: Sequence[str], steps: int) -> _Definition | None:
        found: set[_Definition] = set()
        if rest[0].startswith("_"):
            return None
        for node in module.body:
            if isinstance(node, nodes.ImportFrom) and node.names[0][0] == "*":
                source = module.relative_to_absolute_name(node.modname, node.level)
                one = self._look_up(".".join((source, *rest)), steps)
                if one is not None:
                    found.add(one)
        return found.pop() if len(found) == 1 else None

    def _module(self, name: str) -> nodes.Module | None:
        if name not in self._modules:
            path = self._path(name)
            self._modules[name] = None if path is None else _read(path, name)
        return self._modules[name]

    def _path(self, name: str) -> Path | None:
        relative = name.replace(".", "/")
        for folder in self.environment.folders:
            for path in (Path(folder, relative, "__init__.py"), Path(folder, f"{relative}.py")):
                if path.is_file():
                    return path
        return None

    def _code(self, name: str, path: Path) -> ModuleCode | None:
        if name not in self._codes:
            self._codes[name] = _parse(path, name)
        return self._codes[name]


def _alike(meanings: set[str | None]) -> str | None:
    """One of several classes of the same family of Keras, such as the optimizers of two versions of it."""
    names = sorted((name for name in meanings if name is not None), key=lambda name: (len(name), name))
    families = {".".join(name.split(".")[:2]) for name in names}
    of_keras = len(names) == len(meanings) and len(families) == 1 and names[0].startswith("keras.")
    return names[0] if of_keras else None


@cache
def installed_in(environment: Environment) -> Installed:
    """The packages of an environment, read once in a process."""
    return Installed(environment)


def resumed(
    environment: Environment, codes: dict[str, ModuleCode | None], ancestors: dict[str, tuple[str, ...]]
) -> Installed:
    """The packages of an environment of which an earlier process has read some; the arguments are what `kept` gave."""
    return Installed(environment, _codes=codes, _ancestors=ancestors)


class _Builder(AstroidBuilder):  # type: ignore[misc]  # astroid has no types
    """Builds the tree of one module from its text alone: astroid looks for what is imported where hybridize itself runs."""

    def add_from_names_to_locals(self, node: nodes.ImportFrom, global_name: Collection[str]) -> None:
        if node.names[0][0] != "*":
            super().add_from_names_to_locals(node, global_name)

    def delayed_assattr(self, node: nodes.AssignAttr) -> None:
        """Attributes that are set from outside take inference."""


def _read(path: Path, name: str) -> nodes.Module | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        manager = AstroidManager()
        try:
            # No transforms: they guess what libraries do at run time, and some import them.
            return _Builder(manager, apply_transforms=False).file_build(str(path), name)
        finally:
            manager.astroid_cache.pop(name, None)  # another environment may have another version
    except (astroid.AstroidError, OSError, RecursionError, MemoryError):
        return None


def _parse(path: Path, name: str) -> ModuleCode | None:
    try:
        with warnings.catch_warnings(), deep_recursion():
            warnings.simplefilter("ignore")
            tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return index_module(name, str(path), tree, path.name == "__init__.py", installed=True)
