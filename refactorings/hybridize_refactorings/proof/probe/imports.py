"""How watched code gets into the program: its modules are compiled from the user's text, with a watch in some bodies."""

from __future__ import annotations

import ast
import atexit
import builtins
import os
import sys
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from typing import Any

from . import functions
from .instrument import NAME, SCRIPT, add_prologue, instrument
from .places import Places

Watched = Mapping[str, Mapping[str, str]]
_FUNCTIONS = (
    "tensorflow.python.eager.polymorphic_function.polymorphic_function",
    "tensorflow.python.eager.def_function",
)
_REWRITER = "_pytest.assertion.rewrite"


def install(
    places: Places,
    watched: Watched,
    modules: list[str],
    watcher: Any,
    seed: int | None,
    also: Mapping[str, Callable[[Any], None]],
) -> None:
    """Hooks into imports, the start of a script, pytest's rewriting and TensorFlow; nothing is imported for it.

    also: what else is done to a module when it has been imported, by its name.
    """
    compiler = Compiler(places, watched)
    after: dict[str, Callable[[Any], None]] = {
        name: lambda module: functions.watch_calls(module.Function, watcher) for name in _FUNCTIONS
    }
    after[_REWRITER] = compiler.take_over
    after["runpy"] = compiler.take_over
    # Worker processes leave without what `atexit` knows; their finalizers are their own, made after each start.
    after["multiprocessing.util"] = lambda util: util.register_after_fork(
        watcher, lambda _: util.Finalize(None, watcher.finish, exitpriority=0)
    )
    if seed is not None:
        after.update(_seeds(seed))
    after.update(also)
    setattr(builtins, NAME, watcher)
    sys.path[:] = [places.moved(entry) for entry in sys.path]
    sys.meta_path.insert(0, Finder(places, compiler, frozenset(modules), after))
    sys.path_hooks.append(script_hook(compiler))
    if "runpy" in sys.modules:
        compiler.take_over(sys.modules["runpy"])
    atexit.register(watcher.finish)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=watcher.begin_process)


class Compiler:
    """Compiles the user's modules; those without a watched function as Python does."""

    def __init__(self, places: Places, watched: Watched) -> None:
        self._places, self._watched = places, watched

    def keys(self, filename: str) -> Mapping[str, str] | None:
        """Keys of the watched functions of a file, by qualified name and number; None for other files."""
        relative = self._places.relative(filename)
        return None if relative is None else self._watched.get(relative)

    def compile(self, source: Any, filename: Any, mode: str, *rest: Any, **options: Any) -> Any:
        """`compile`, with a watch in the functions of watched files."""
        name = os.fsdecode(filename) if isinstance(filename, (str, bytes, os.PathLike)) else ""
        keys = self.keys(name) if mode == "exec" else None
        if keys is None:
            return builtins.compile(source, filename, mode, *rest, **options)
        return self.watched(source, filename, keys)

    def watched(self, source: Any, filename: Any, keys: Mapping[str, str], *, script: bool = False) -> Any:
        """Code of a module from its text or tree; that of a script says first that it is one."""
        tree = source
        if not isinstance(source, ast.AST):
            tree = builtins.compile(source, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        found = instrument(tree, keys)
        if script:
            add_prologue(tree)
        code = builtins.compile(tree, filename, "exec", dont_inherit=True)
        _register(code, found)
        return code

    def take_over(self, module: Any) -> None:
        """Makes a module that compiles programs itself (pytest, runpy) use this compiler."""
        module.compile = self.compile


def _register(code: Any, keys: Mapping[tuple[int, str], str]) -> None:
    """Notes where the code objects of watched functions stand."""
    pending = [code]
    while pending:
        for inner in pending.pop().co_consts:
            if hasattr(inner, "co_code"):
                pending.append(inner)
                key = keys.get((inner.co_firstlineno, inner.co_name))
                if key is not None:
                    functions.by_place[inner.co_filename, inner.co_firstlineno, inner.co_name] = key


class Finder:
    """Finds what the other finders find, moved from the original tree into the copy, with watched code."""

    def __init__(
        self, places: Places, compiler: Compiler, names: frozenset[str], after: dict[str, Any]
    ) -> None:
        self._places, self._compiler, self._names, self._after = places, compiler, names, after

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name in self._after:
            return self._then(self._other(name, path, target), self._after.pop(name))
        if name.partition(".")[0] not in self._names:
            return None
        spec = self._other(name, path, target)
        if spec is None or not spec.has_location or not isinstance(spec.loader, SourceFileLoader):
            return spec
        place = self._places.moved(spec.origin or "")
        if place != spec.origin:
            folders = spec.submodule_search_locations
            moved = None if folders is None else [self._places.moved(folder) for folder in folders]
            spec = spec_from_file_location(name, place, submodule_search_locations=moved)
        if (
            spec is not None
            and type(spec.loader) is SourceFileLoader
            and self._compiler.keys(spec.origin or "")
        ):
            spec.loader = Loader(name, spec.origin or "", self._compiler)
        return spec

    def _other(self, name: str, path: Any, target: Any) -> ModuleSpec | None:
        for finder in list(sys.meta_path):
            find = None if finder is self else getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find is not None else None
            if spec is not None:
                return spec  # type: ignore[no-any-return]
        return None

    def _then(self, spec: ModuleSpec | None, action: Callable[[Any], None]) -> ModuleSpec | None:
        """The spec of a module to which something is done when it has been imported."""
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = Followed(spec.loader, action)  # type: ignore[assignment]
        return spec


class Followed:
    """A loader whose module something is done to; the module keeps the loader that it would have had."""

    def __init__(self, loader: Any, action: Callable[[Any], None]) -> None:
        self._loader, self._action = loader, action

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> Any:
        """The module, as the loader makes it."""
        return self._loader.create_module(spec)

    def exec_module(self, module: Any) -> None:
        """Runs the module."""
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._action(module)


class Loader(SourceFileLoader):
    """Loads a module with watched functions: always from its text, and no bytecode of it is kept."""

    def __init__(self, name: str, path: str, compiler: Compiler) -> None:
        super().__init__(name, path)
        self._compiler = compiler

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self._compiler.compile(self.get_data(path), path, "exec")


def script_hook(compiler: Compiler) -> Callable[[str], Any]:
    """A path hook that runs the script of `python script.py`, if it holds watched functions.

    Python asks the path hooks whether the script is a folder or an archive with a `__main__` in it; this is the one way
    to have a say in what becomes of a plain file.  The hook is the last one, so that folders and archives are taken by those
    before it, and that it can leave the list while CPython, which has counted the hooks before, walks through it.
    """

    def hook(path: str) -> Any:
        # Python has put the working directory before the path by now; `sys.argv` is as it was written.
        if not sys.argv or path not in (sys.argv[0], os.path.join(os.getcwd(), sys.argv[0])):  # noqa: PTH109, PTH118
            raise ImportError
        sys.path_hooks.remove(hook)
        keys = compiler.keys(path)
        if not keys:
            raise ImportError
        return Script(path, keys, compiler)

    return hook


class Script:
    """The importer of one script: gives its code to `runpy`, and leaves no trace of having been there."""

    def __init__(self, path: str, keys: Mapping[str, str], compiler: Compiler) -> None:
        self._path, self._keys, self._compiler = path, keys, compiler

    def find_spec(self, name: str, _target: Any = None) -> ModuleSpec | None:
        """The spec of the script, which is all that is here."""
        return ModuleSpec(name, self, origin=self._path) if name == "__main__" else None  # type: ignore[arg-type]

    def get_code(self, _name: str) -> Any:
        """Code of the script, for `runpy`."""
        with open(self._path, "rb") as stream:  # noqa: PTH123
            text = stream.read()
        sys.path_importer_cache.pop(self._path, None)
        if sys.path and sys.path[0] == self._path:
            folder = os.path.dirname(os.path.realpath(self._path))  # noqa: PTH120
            sys.path[:1] = [] if getattr(sys.flags, "safe_path", False) else [folder]
        setattr(builtins, SCRIPT, self._be_script)
        return self._compiler.watched(text, self._path, self._keys, script=True)

    def _be_script(self) -> None:
        """Gives the main module what it has when Python runs a file."""
        delattr(builtins, SCRIPT)
        loader = SourceFileLoader("__main__", self._path)
        what = {
            "__file__": self._path,
            "__spec__": None,
            "__package__": None,
            "__cached__": None,
            "__loader__": loader,
        }
        sys.modules["__main__"].__dict__.update(what)


def _seeds(seed: int) -> dict[str, Callable[[Any], None]]:
    """What to do when a library with random numbers has been imported."""
    import random

    random.seed(seed)
    return {
        "numpy.random": lambda module: module.seed(seed % 2**32),
        "tensorflow": lambda tensorflow: tensorflow.random.set_seed(seed),
    }
