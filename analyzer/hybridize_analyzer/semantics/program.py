"""The program as the analysis sees it: modules, classes and functions, each with its scope, indexed once.

Pure syntax: nothing here evaluates anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridize_analyzer.report import Location
from hybridize_analyzer.semantics.hashing import text_hash

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ScopeNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one function body.  `captured`: names that a function nested in it may read."""

    assigned: frozenset[str]
    globals_: frozenset[str]
    nonlocals: frozenset[str]
    captured: frozenset[str]


@dataclass(eq=False, slots=True, repr=False)
class FunctionCode:
    """One `def`, `async def` or `lambda`; identity is the object.

    obstacle: what in it, or in a function nested in it, AutoGraph cannot convert; it then runs all of it as it is.
    """

    module: ModuleCode
    node: FunctionNode
    name: str
    qualname: str
    cls: ClassCode | None
    parent: FunctionCode | None
    scope: Scope
    is_generator: bool
    obstacle: str | None = None

    position: int = field(init=False)

    def __post_init__(self) -> None:
        self.position = text_hash(self.key)

    def __hash__(self) -> int:
        return self.position

    @property
    def key(self) -> str:
        return f"{self.module.path}:{self.node.lineno}:{self.node.col_offset}:{self.qualname}"

    def __repr__(self) -> str:
        return f"<{self.qualname}>"

    @property
    def unconverted(self) -> str | None:
        """Why AutoGraph runs this function as it is, with its control flow in Python."""
        code: FunctionCode | None = self
        while code is not None:
            if code.obstacle is not None:
                return code.obstacle
            code = code.parent
        return None

    @property
    def decorators(self) -> list[ast.expr]:
        return [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list


@dataclass(eq=False, slots=True, repr=False)
class ClassCode:
    """One `class` statement."""

    module: ModuleCode
    node: ast.ClassDef
    name: str
    qualname: str
    parent: FunctionCode | None
    methods: dict[str, FunctionCode] = field(default_factory=dict)

    position: int = field(init=False)

    def __post_init__(self) -> None:
        self.position = text_hash(self.key)

    def __hash__(self) -> int:
        return self.position

    @property
    def key(self) -> str:
        return f"{self.module.path}:{self.node.lineno}:{self.qualname}"


@dataclass(eq=False, slots=True, repr=False)
class ModuleCode:
    """One file.  `name` is the dotted name under which the project imports it."""

    name: str
    path: str
    tree: ast.Module
    is_package: bool
    functions: list[FunctionCode] = field(default_factory=list)
    by_node: dict[ast.AST, FunctionCode | ClassCode] = field(default_factory=dict)

    def location(self, node: ast.AST) -> Location:
        """Where `node` stands; columns count code points from 1."""
        line = getattr(node, "lineno", 1)
        end_line = getattr(node, "end_lineno", None) or line
        column = getattr(node, "col_offset", 0) + 1
        end_column = (getattr(node, "end_col_offset", None) or column) + 1
        return Location(self.path, line, column, end_line, end_column)


def index_module(name: str, path: str, tree: ast.Module, is_package: bool) -> ModuleCode:
    """Finds every function and class of a module, with qualified names as Python prints them."""
    module = ModuleCode(name, path, tree, is_package)
    pending: list[tuple[ast.AST, str, ClassCode | None, FunctionCode | None]] = [
        (child, "", None, None) for child in ast.iter_child_nodes(tree)
    ]
    while pending:
        node, prefix, cls, parent = pending.pop()
        if isinstance(node, ast.ClassDef):
            code = ClassCode(module, node, node.name, prefix + node.name, parent)
            module.by_node[node] = code
            pending += [(c, code.qualname + ".", code, parent) for c in node.body]
            pending += [(c, prefix, cls, parent) for c in [*node.decorator_list, *node.bases]]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            function = _function(module, node, prefix, cls, parent)
            module.by_node[node] = function
            module.functions.append(function)
            if cls is not None and not isinstance(node, ast.Lambda):
                cls.methods[node.name] = function
            inner = f"{function.qualname}.<locals>."
            body: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
            outer: list[ast.AST] = [node.args]
            if not isinstance(node, ast.Lambda):
                outer += node.decorator_list
            pending += [(c, inner, None, function) for c in body]
            pending += [(c, prefix, None, parent) for c in outer]
        else:
            pending += [(c, prefix, cls, parent) for c in ast.iter_child_nodes(node)]
    module.functions.sort(key=lambda f: (f.node.lineno, f.node.col_offset))
    return module


def _function(
    module: ModuleCode, node: FunctionNode, prefix: str, cls: ClassCode | None, parent: FunctionCode | None
) -> FunctionCode:
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    own = list(own_nodes(node))
    generator = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own)
    code = FunctionCode(module, node, name, prefix + name, cls, parent, _scope(node, own), generator)
    obstacle = next((found for n in own if (found := _obstacle(n))), None) or _not_converted(node)
    outer: FunctionCode | None = code
    while obstacle is not None and outer is not None:
        outer.obstacle = outer.obstacle or obstacle
        outer = outer.parent
    return code


def _obstacle(node: ast.AST) -> str | None:
    """What AutoGraph cannot convert (TensorFlow 2.21 executes the claim in tests/rules/tensor-control-flow)."""
    if isinstance(node, ast.NamedExpr):
        return "an assignment expression (`:=`)"
    if isinstance(node, (ast.For, ast.While)) and node.orelse:
        return "a loop with `else`"
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return "`yield`"
    return "`match`" if isinstance(node, ast.Match) else None


def _not_converted(node: FunctionNode) -> str | None:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    names = {d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "") for d in decorators}
    return "`do_not_convert`" if "do_not_convert" in names else None


def own_nodes(node: FunctionNode) -> Iterator[ast.AST]:
    """The nodes of a function body, without the bodies of functions and classes nested in it."""
    pending: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
    while pending:
        current = pending.pop()
        yield current
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            pending += [*current.decorator_list, current.args]
        elif isinstance(current, ast.Lambda):
            pending.append(current.args)
        elif isinstance(current, ast.ClassDef):
            pending += [*current.decorator_list, *current.bases]
        else:
            pending += ast.iter_child_nodes(current)


def parameter_names(arguments: ast.arguments) -> list[str]:
    """All parameters in order: positional-only, ordinary, `*args`, keyword-only, `**kwargs`."""
    names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    if arguments.vararg:
        names.append(arguments.vararg.arg)
    names += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg:
        names.append(arguments.kwarg.arg)
    return names


def _scope(node: FunctionNode, own: list[ast.AST]) -> Scope:
    assigned = set(parameter_names(node.args))
    globals_: set[str] = set()
    nonlocals: set[str] = set()
    captured: set[str] = set()
    for current in own:
        if isinstance(current, ast.Global):
            globals_.update(current.names)
        elif isinstance(current, ast.Nonlocal):
            nonlocals.update(current.names)
        elif isinstance(current, _SCOPES):
            captured.update(_loads(current))
        assigned.update(bound_names(current))
    return Scope(
        frozenset(assigned - globals_ - nonlocals),
        frozenset(globals_),
        frozenset(nonlocals),
        frozenset(captured),
    )


def bound_names(node: ast.AST) -> Iterator[str]:
    """Names that one node binds in the scope it stands in."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif (isinstance(node, ast.ExceptHandler) and node.name) or (
        isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name
    ):
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def _loads(scope: ScopeNode) -> Iterator[str]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Nonlocal):
            yield from node.names
