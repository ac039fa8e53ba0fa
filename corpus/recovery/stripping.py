"""Taking every `tf.function` out of a module's text, exactly, and noting which functions had one.

What goes: decorators (bare, called, through `functools.partial`, through a local alias), with the lines they stand on, and
`tf.function` around a function where that is used, which leaves the function.  Nothing else changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = _Definition | ast.ClassDef | ast.Module | ast.Lambda
_MODULES = (
    "tensorflow",
    "tensorflow.compat.v2",
    "tensorflow.compat.v1",
    "tensorflow.python.eager.def_function",
)
_NAMES = frozenset(f"{module}.function" for module in _MODULES)
_PARTIAL = frozenset({"functools.partial", "partial"})


@dataclass(frozen=True, slots=True)
class Graph:
    """A function that its author made a graph.

    line: of its `def`, in the stripped text.  form: `decorator` or `call`.
    """

    qualname: str
    line: int
    form: str


@dataclass(frozen=True, slots=True)
class Stripped:
    """A module without `tf.function`.

    lambdas: how many lambdas had one.  elsewhere: how many times it stood around something that this module does not
    define, such as a method of another object.  left: how many mentions of it are still there, because they are no
    decorator and no call with a function.
    """

    text: str
    graphs: tuple[Graph, ...] = ()
    lambdas: int = 0
    elsewhere: int = 0
    left: int = 0


@dataclass(slots=True)
class _Notes:
    """What the passes over one module found; `graphs` has forms by the number of a definition in the text."""

    graphs: dict[int, str] = field(default_factory=dict)
    lambdas: int = 0
    elsewhere: int = 0


def strip(text: str) -> Stripped:
    """The text without `tf.function`.

    Raises:
        SyntaxError: the text is not Python of this version.
    """
    if "function" not in text:
        return Stripped(text)
    notes = _Notes()
    while True:
        tree = ast.parse(text)
        module = _Module(tree)
        splices = list(_splices(module, notes, text))
        if not splices:
            break
        text = _applied(text, splices)
    return Stripped(text, tuple(_graphs(module, notes)), notes.lambdas, notes.elsewhere, module.mentions())


class _Module:
    """A parsed module: parents, definitions in the order of the text, and what its names mean.  Never changed."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.parents: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
        definitions = (n for n in ast.walk(tree) if isinstance(n, _Definition))
        self.definitions = sorted(definitions, key=lambda n: (n.lineno, n.col_offset))
        self.numbers = {definition: number for number, definition in enumerate(self.definitions)}
        self.imports = dict(_imports(tree))
        # Twice: an alias may be made of an alias.
        self.aliases: frozenset[str] = frozenset()
        for _ in range(2):
            self.aliases = frozenset(_aliases(tree, self))

    def name(self, node: ast.AST) -> str:
        """The dotted name of an expression, through imports; empty where it is none."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        # `tf` is TensorFlow even where it comes from a module of the project.
        known = self.imports.get(node.id, node.id)
        first = "tensorflow" if node.id == "tf" and not known.startswith("tensorflow.") else known
        return ".".join([first, *reversed(parts)])

    def makes_graphs(self, node: ast.AST) -> bool:
        """Whether an expression is `tf.function`, or takes a function as that does."""
        if isinstance(node, ast.Name) and node.id in self.aliases:
            return True
        if self.name(node) in _NAMES:
            return True
        if not isinstance(node, ast.Call):
            return False
        if self.name(node.func) in _PARTIAL:
            return bool(node.args) and self.makes_graphs(node.args[0])
        return self.makes_graphs(node.func) and _wrapped(node) is None

    def mentions(self) -> int:
        """How often `tf.function` is still named."""
        names = (n for n in ast.walk(self.tree) if isinstance(n, (ast.Name, ast.Attribute)))
        return sum(1 for n in names if self.name(n) in _NAMES)

    def scopes(self, node: ast.AST) -> Iterator[_Scope]:
        """The functions and classes around a node, from the inside, and the module."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, _Scope):
                yield node


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield (alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _aliases(tree: ast.Module, module: _Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and module.makes_graphs(node.value):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _wrapped(call: ast.Call) -> ast.expr | None:
    """What a call of `tf.function` makes a graph of; None where it gives a decorator."""
    if call.args and not isinstance(call.args[0], ast.Starred):
        first = call.args[0]
        return None if isinstance(first, ast.Constant) and first.value is None else first
    return next((k.value for k in call.keywords if k.arg == "func"), None)


_Splice = tuple[int, int, str]
"""Start and end, in bytes, and what comes there."""


def _splices(module: _Module, notes: _Notes, text: str) -> Iterator[_Splice]:
    """Replacements that do not overlap; what lies inside one of them is left to the next pass."""
    data = text.encode()
    starts = _line_starts(data)
    end = -1
    for start, stop, new in sorted(
        [*_decorators(module, notes, data, starts), *_calls(module, notes, starts, text)]
    ):
        if start >= end:
            yield start, stop, new
            end = stop


def _decorators(module: _Module, notes: _Notes, data: bytes, starts: list[int]) -> Iterator[_Splice]:
    for definition in module.definitions:
        for decorator in filter(module.makes_graphs, definition.decorator_list):
            notes.graphs[module.numbers[definition]] = "decorator"
            at = data.rindex(b"@", 0, starts[decorator.lineno - 1] + decorator.col_offset)
            line = max(start for start in starts if start <= at)
            after = decorator.end_lineno or decorator.lineno
            yield line, starts[after] if after < len(starts) else len(data), ""


def _calls(module: _Module, notes: _Notes, starts: list[int], text: str) -> Iterator[_Splice]:
    decorators = {id(d) for definition in module.definitions for d in definition.decorator_list}
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call) or id(node) in decorators or not module.makes_graphs(node.func):
            continue
        function = _wrapped(node)
        if function is None or module.name(node.func) in _PARTIAL:
            continue
        source = ast.get_source_segment(text, function) or ""
        if not isinstance(function, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
            source = f"({source})"
        start, end = (
            starts[line - 1] + column
            for line, column in (
                (node.lineno, node.col_offset),
                (node.end_lineno or node.lineno, node.end_col_offset or 0),
            )
        )
        _note(function, module, notes)
        yield start, end, source


def _note(function: ast.expr, module: _Module, notes: _Notes) -> None:
    """Which function a call makes a graph of.  One inside another call is seen in the next pass."""
    if isinstance(function, ast.Lambda):
        notes.lambdas += 1
    elif isinstance(function, ast.Call) and module.makes_graphs(function.func):
        return
    elif (definition := _definition(function, module)) is not None:
        notes.graphs.setdefault(module.numbers[definition], "call")
    else:
        notes.elsewhere += 1


def _definition(function: ast.expr, module: _Module) -> _Definition | None:
    """The definition that an expression names, if the module has it."""
    if isinstance(function, ast.Name):
        for scope in module.scopes(function):
            if not isinstance(scope, ast.ClassDef) or module.parents.get(function) in scope.body:
                found = _defined(scope, function.id, function.lineno)
                if found is not None:
                    return found
        return None
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return None
    classes = {n.name: n for n in ast.walk(module.tree) if isinstance(n, ast.ClassDef)}
    if function.value.id in ("self", "cls"):
        around = next((s for s in module.scopes(function) if isinstance(s, ast.ClassDef)), None)
    else:
        around = classes.get(function.value.id)
    return None if around is None else _method(around, function.attr, classes, frozenset())


def _method(
    owner: ast.ClassDef, name: str, classes: Mapping[str, ast.ClassDef], seen: frozenset[str]
) -> _Definition | None:
    found = _defined(owner, name, None)
    bases = (classes.get(base.id) for base in owner.bases if isinstance(base, ast.Name))
    for base in bases if found is None else ():
        if base is not None and base.name not in seen:
            found = found or _method(base, name, classes, seen | {owner.name})
    return found


def _defined(scope: _Scope, name: str, before: int | None) -> _Definition | None:
    """The definition of a name in a scope: the last before a line, else the last of all."""
    found = [d for d in _definitions_in(scope) if d.name == name]
    earlier = [d for d in found if before is None or d.lineno < before]
    return (earlier or found or [None])[-1]


def _definitions_in(scope: _Scope) -> Iterator[_Definition]:
    pending: list[ast.AST] = [] if isinstance(scope, ast.Lambda) else list(reversed(scope.body))
    while pending:
        node = pending.pop()
        if isinstance(node, _Definition):
            yield node
        elif not isinstance(node, (ast.ClassDef, ast.Lambda)):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def _graphs(module: _Module, notes: _Notes) -> Iterator[Graph]:
    for number, form in sorted(notes.graphs.items()):
        definition = module.definitions[number]
        yield Graph(_qualname(definition, module), definition.lineno, form)


def _qualname(definition: _Definition, module: _Module) -> str:
    parts = [definition.name]
    for scope in module.scopes(definition):
        if isinstance(scope, ast.ClassDef):
            parts.append(scope.name)
        elif isinstance(scope, _Definition):
            parts.extend(("<locals>", scope.name))
    return ".".join(reversed(parts))


def _line_starts(data: bytes) -> list[int]:
    return [0, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", data))]


def _applied(text: str, splices: Iterable[_Splice]) -> str:
    data = text.encode()
    for start, end, new in sorted(splices, reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()
