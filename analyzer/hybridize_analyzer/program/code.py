"""The program as the analysis sees it: modules, classes and functions, each with its scope, indexed once.

Pure syntax: nothing here evaluates anything.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard, TypeVar

from hybridize_analyzer.program.hashing import text_hash
from hybridize_analyzer.report import Location

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one function body.

    captured: names that a function nested in it may read.  shared: those that one binds, by `nonlocal`.
    """

    assigned: frozenset[str]
    globals_: frozenset[str]
    nonlocals: frozenset[str]
    captured: frozenset[str]
    shared: frozenset[str]

    def is_own(self, name: str) -> bool:
        """Whether the body sets a variable, and no other one reads or sets it."""
        return name in self.assigned and name not in self.captured | self.globals_ | self.nonlocals


NO_SCOPE = Scope(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())


@dataclass(eq=False, slots=True, repr=False)
class FunctionCode:
    """One `def`, `async def` or `lambda`; identity is the object.

    obstacle: what in it, or in a function nested in it, AutoGraph cannot convert; it then runs all of it as it is.
    version: counts the edits of its body.  positional, named: parameters that a call may give by position, and by name.
    """

    module: ModuleCode
    node: FunctionNode
    name: str
    qualname: str
    cls: ClassCode | None
    parent: FunctionCode | None
    scope: Scope = NO_SCOPE
    is_generator: bool = False
    obstacle: str | None = None
    version: int = 0

    position: int = field(init=False)
    positional: tuple[str, ...] = field(init=False)
    named: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        arguments = self.node.args
        self.position = text_hash(self.key)
        self.positional = tuple(a.arg for a in (*arguments.posonlyargs, *arguments.args))
        self.named = (*self.positional, *(a.arg for a in arguments.kwonlyargs))

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
            if code.node in found_once(code.module.tree, _indistinct):
                return "one of several lambdas in the same lines, which it cannot tell apart"
            code = code.parent
        return None

    @property
    def decorators(self) -> list[ast.expr]:
        return [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list


def _indistinct(tree: ast.AST) -> frozenset[ast.AST]:
    """The lambdas whose source AutoGraph cannot find: others with the same parameters span the line in which they begin.

    That does not matter in a function that is converted with them, and so only to lambdas that leave theirs.
    """
    lambdas = [n for n in walk(tree) if isinstance(n, ast.Lambda)]
    alike: dict[str, list[ast.Lambda]] = {}
    for node in lambdas:
        alike.setdefault(",".join(parameter_names(node.args)), []).append(node)
    found = [a for group in alike.values() for a in group if any(a is not b and _spans(b, a) for b in group)]
    if not found:
        return frozenset()
    staying = {
        n
        for f in walk(tree)
        if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))
        for s in f.body
        for n in _staying(s)
    }
    return frozenset(found) - staying


def _spans(one: ast.Lambda, other: ast.Lambda) -> bool:
    return one.lineno <= other.lineno <= (one.end_lineno or one.lineno)


def _staying(statement: ast.stmt) -> Iterator[ast.Lambda]:
    """The lambdas of a statement that are not returned or kept by an object; what calls get stays."""
    pending: list[tuple[ast.AST, bool]] = [(statement, True)]
    while pending:
        node, stays = pending.pop()
        if isinstance(node, ast.Lambda) and stays:
            yield node
        targets = node.targets if isinstance(node, ast.Assign) else []
        kept = any(isinstance(n, (ast.Attribute, ast.Subscript)) for t in targets for n in walk(t))
        stays = isinstance(node, ast.Call) or (stays and not kept and not isinstance(node, ast.Return))
        pending += [(child, stays) for child in ast.iter_child_nodes(node)]


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

    @property
    def address(self) -> str:
        """What tells it from other classes of the program, wherever in its file it stands."""
        return f"{self.module.path}:{self.qualname}"

    def __repr__(self) -> str:
        return f"<class {self.qualname}>"


@dataclass(eq=False, slots=True, repr=False)
class ModuleCode:
    """One file.  `name` is the dotted name under which the project imports it; `version` counts edits at its top level.

    installed: it belongs to an installed package, and nothing in it is judged.
    """

    name: str
    path: str
    tree: ast.Module
    is_package: bool
    functions: list[FunctionCode] = field(default_factory=list)
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    by_node: dict[ast.AST, FunctionCode | ClassCode] = field(default_factory=dict)
    places: dict[ast.AST, Location] = field(default_factory=dict)
    version: int = 0
    installed: bool = False

    def __repr__(self) -> str:
        return f"<module {self.path}>"

    def location(self, node: ast.AST) -> Location:
        """Where `node` stands, one object for each node; columns count code points from 1."""
        found = self.places.get(node)
        if found is None:
            found = self.places[node] = self._place(node)
        return found

    def _place(self, node: ast.AST) -> Location:
        line = getattr(node, "lineno", 1)
        end_line = getattr(node, "end_lineno", None) or line
        column = getattr(node, "col_offset", 0) + 1
        end_column = (getattr(node, "end_col_offset", None) or column) + 1
        return Location(self.path, line, column, end_line, end_column)


@dataclass(eq=False, slots=True)
class _Block:
    """A body while it is being indexed: a module, a class or a function, and the names that it uses.

    mentioned: every name in it and in what is nested in it.  captured: the part of it that is nested.
    shared: names that what is nested in it binds by `nonlocal`.
    """

    prefix: str = ""
    cls: ClassCode | None = None
    function: FunctionCode | None = None
    outer: _Block | None = None
    is_function: bool = False
    assigned: set[str] = field(default_factory=set)
    globals_: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    mentioned: set[str] = field(default_factory=set)
    captured: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)
    generator: bool = False
    obstacle: str | None = None


def index_module(
    name: str, path: str, tree: ast.Module, is_package: bool, *, installed: bool = False
) -> ModuleCode:
    """Finds every function and class of a module in one pass, with qualified names as Python prints them."""
    module = ModuleCode(name, path, tree, is_package, installed=installed)
    blocks = [_Block()]
    pending: list[tuple[ast.AST, _Block]] = [(child, blocks[0]) for child in tree.body]
    while pending:
        node, block = pending.pop()
        kind = type(node)
        if kind is ast.ClassDef:
            pending += _class(module, node, block, blocks)  # type: ignore[arg-type]
        elif kind in _FUNCTIONS:
            pending += _function(module, node, block, blocks)  # type: ignore[arg-type]
        else:
            if kind in _NAMING or (isinstance(node, ast.Attribute) and node.attr.startswith("__")):
                _use(module, node, block)
            _children(node, kind, block, pending)
    for block in reversed(blocks):
        _close(block)
    module.functions.sort(key=lambda f: (f.node.lineno, f.node.col_offset))
    return module


_FUNCTIONS = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda})
_NAMING = frozenset({
    ast.Name, ast.Import, ast.ImportFrom, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping,
    ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.For, ast.While, ast.Match,
})  # fmt: skip
_TEXT = frozenset(
    """ctx op ops id attr arg kind level module names type_comment type_ignores conversion simple is_async rest
    kwd_attrs name""".split()
)
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: ()}


def _parts(node: ast.AST) -> tuple[str, ...]:
    """The fields of a node in which others stand."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f for f in node._fields if f not in _TEXT)
    return _PARTS[kind]


def _children(
    node: ast.AST, kind: type[ast.AST], block: _Block, pending: list[tuple[ast.AST, _Block]]
) -> None:
    """Adds the nodes below `node`; names are dealt with at once, constants have nothing to tell."""
    for part in _PARTS.get(kind) or _parts(node):
        child = getattr(node, part, None)
        for inner in child if type(child) is list else (child,):
            if isinstance(inner, ast.Name):
                block.mentioned.add(inner.id)
                if type(inner.ctx) is not ast.Load:
                    block.assigned.add(inner.id)
            elif isinstance(inner, ast.AST) and type(inner) is not ast.Constant:
                pending.append((inner, block))


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes below `node` in the order of its fields, without those that only mark it (`ctx`, operators)."""
    found: list[ast.AST] = []
    for part in _PARTS.get(type(node)) or _parts(node):
        child = getattr(node, part, None)
        if type(child) is list:
            found += filter(None, child)  # a dict that is unpacked into another has no key
        elif isinstance(child, ast.AST):
            found.append(child)
    return found


def walk(root: ast.AST) -> Iterable[ast.AST]:
    """The nodes of a tree, the nearer ones first, without those that only mark others (`children`).

    Bodies are walked by everything that asks something of a function, so that their nodes are kept with them.
    """
    return found_once(root, _nodes) if type(root) in _FUNCTIONS else _nodes(root)


def _nodes(root: ast.AST) -> list[ast.AST]:
    found = [root]
    add, known = found.append, _PARTS.get
    for node in found:  # as `children`, without a list for each node
        for part in known(type(node)) or _parts(node):
            child = getattr(node, part, None)
            if type(child) is list:
                found += filter(None, child)
            elif isinstance(child, ast.AST):
                add(child)
    return found


def _use(module: ModuleCode, node: ast.AST, block: _Block) -> None:
    """What a statement or pattern says about the names of the body that it stands in."""
    if isinstance(node, ast.Name):
        block.mentioned.add(node.id)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        module.imports.append(node)
    elif isinstance(node, ast.Global):
        block.globals_.update(node.names)
    elif isinstance(node, ast.Nonlocal):
        block.nonlocals.update(node.names)
        block.mentioned.update(node.names)
    elif isinstance(node, (ast.Yield, ast.YieldFrom)):
        block.generator = True
    block.assigned.update(bound_names(node))
    block.obstacle = block.obstacle or _obstacle(node)


def _obstacle(node: ast.AST) -> str | None:
    """What AutoGraph cannot convert (TensorFlow 2.21 executes the claim in tests/rules/tensor-control-flow)."""
    if isinstance(node, ast.NamedExpr):
        return "an assignment expression (`:=`)"
    if isinstance(node, (ast.For, ast.While)) and node.orelse:
        return "a loop with `else`"
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return "`yield`"
    if isinstance(node, ast.Attribute) and node.attr.startswith("__") and not node.attr.endswith("__"):
        return f"a name that Python mangles (`{node.attr}`)"
    return "`match`" if isinstance(node, ast.Match) else None


def _not_converted(node: FunctionNode) -> str | None:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    names = {d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "") for d in decorators}
    if "do_not_convert" in names:
        return "`do_not_convert`"
    keywords = (k for d in decorators if isinstance(d, ast.Call) for k in d.keywords)
    off = any(
        k.arg == "autograph" and isinstance(k.value, ast.Constant) and k.value.value is False
        for k in keywords
    )
    return "`autograph=False`" if off else None


def _annotated(function: FunctionNode) -> str | None:
    """A branch or loop annotates a variable that lives outside of it, which AutoGraph makes `nonlocal` inside."""
    body = [] if isinstance(function, ast.Lambda) else function.body
    if not _annotated_names(body):
        return None
    for control in _statements(body):
        if not isinstance(control, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            continue
        names = _annotated_names([*control.body, *control.orelse])
        if names and names & _mentioned_outside(function, control):
            return "an annotated variable that a branch or loop sets"
    return None


def _annotated_names(body: Sequence[ast.stmt]) -> set[str]:
    annotated = (s.target for s in _statements(body) if isinstance(s, ast.AnnAssign))
    return {target.id for target in annotated if isinstance(target, ast.Name)}


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and those in them, without those of nested functions and classes."""
    pending = list(body)
    while pending:
        statement = pending.pop()
        yield statement
        if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            pending += _blocks(statement)


def _blocks(statement: ast.stmt) -> list[ast.stmt]:
    """What stands in the blocks of a statement."""
    parts = [each for name in ("handlers", "cases") for each in getattr(statement, name, ())]
    lists = [
        getattr(each, name, []) for each in (statement, *parts) for name in ("body", "orelse", "finalbody")
    ]
    return [inner for block in lists for inner in block]


def _mentioned_outside(function: FunctionNode, statement: ast.stmt) -> set[str]:
    """The parameters of a function, and the names that stand in it outside of a statement."""
    inside = set(walk(statement))
    others = (n.id for n in walk(function) if isinstance(n, ast.Name) and n not in inside)
    return {*parameter_names(function.args), *others}


def _class(
    module: ModuleCode, node: ast.ClassDef, block: _Block, blocks: list[_Block]
) -> Iterator[tuple[ast.AST, _Block]]:
    block.assigned.add(node.name)
    code = ClassCode(module, node, node.name, block.prefix + node.name, block.function)
    module.by_node[node] = code
    inner = _Block(code.qualname + ".", code, block.function, block)
    blocks.append(inner)
    yield from ((c, inner) for c in node.body)
    yield from ((c, block) for c in (*node.decorator_list, *node.bases, *node.keywords))


def _function(
    module: ModuleCode, node: FunctionNode, block: _Block, blocks: list[_Block]
) -> Iterator[tuple[ast.AST, _Block]]:
    named = not isinstance(node, ast.Lambda)
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    code = FunctionCode(module, node, name, block.prefix + name, block.cls, block.function)
    module.by_node[node] = code
    module.functions.append(code)
    if named:
        block.assigned.add(name)
        if block.cls is not None:
            block.cls.methods[name] = code
    inner = _Block(f"{code.qualname}.<locals>.", None, code, block, is_function=True)
    inner.assigned.update(parameter_names(node.args))
    inner.obstacle = _not_converted(node) or _annotated(node)
    blocks.append(inner)
    yield from ((c, inner) for c in ([node.body] if isinstance(node, ast.Lambda) else node.body))
    around = block
    if block.cls is not None:  # what stands there is evaluated in the class body, but is no method
        around = _Block(block.prefix, None, block.function, block)
        blocks.append(around)
    yield (node.args, around)
    yield from ((c, around) for c in getattr(node, "decorator_list", ()))


def _close(block: _Block) -> None:
    """Hands the names of a body to the one around it, once all that is nested in it has been seen."""
    if block.is_function and block.function is not None:
        free = block.globals_ | block.nonlocals
        block.function.scope = Scope(
            frozenset(block.assigned - free),
            frozenset(block.globals_),
            frozenset(block.nonlocals),
            frozenset(block.captured),
            frozenset(block.shared),
        )
        block.function.is_generator = block.generator
        block.function.obstacle = block.obstacle
    block.mentioned |= block.captured
    around = block.outer
    while around is not None and not around.is_function:
        around = around.outer
    if around is not None and block.is_function:
        around.obstacle = around.obstacle or block.obstacle
    if block.outer is not None:
        block.outer.captured |= block.mentioned
        block.outer.shared |= block.shared | block.nonlocals


def parameter_names(arguments: ast.arguments) -> tuple[str, ...]:
    """All parameters in order: positional-only, ordinary, `*args`, keyword-only, `**kwargs`."""
    return found_once(arguments, _parameter_names)


def _parameter_names(arguments: ast.arguments) -> tuple[str, ...]:
    names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    if arguments.vararg:
        names.append(arguments.vararg.arg)
    names += [a.arg for a in arguments.kwonlyargs]
    if arguments.kwarg:
        names.append(arguments.kwarg.arg)
    return tuple(names)


def argument_at(call: ast.Call, code: FunctionCode, name: str, *, bound: bool) -> ast.expr | None:
    """The expression that a call gives for a parameter; None where it is starred, or stands as a default.

    bound: the call is one of a method, whose receiver does not stand among the arguments.
    """
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    names = code.positional[1:] if bound else code.positional
    if name not in names or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    index = names.index(name)
    return call.args[index] if index < len(call.args) else None


BINDING = (
    ast.Name, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.ExceptHandler,
    ast.MatchAs, ast.MatchStar, ast.MatchMapping,
)  # fmt: skip
"""Kinds of nodes that may bind names."""


def bound_below(root: ast.AST) -> frozenset[str]:
    """Names that a statement or anything inside it binds; known after the first time for all statements inside it."""
    known: frozenset[str] | None = getattr(root, _BOUND_BELOW, None)
    if known is not None:
        return known
    pending, ordered = [root], list[ast.AST]()
    while pending:
        node = pending.pop()
        ordered.append(node)
        pending += [child for child in children(node) if not hasattr(child, _BOUND_BELOW)]
    for node in reversed(ordered):
        below = (getattr(child, _BOUND_BELOW) for child in children(node))
        found = frozenset(bound_names(node)).union(*below)
        setattr(node, _BOUND_BELOW, found or _NO_NAMES)
    return getattr(root, _BOUND_BELOW)  # type: ignore[no-any-return]


def bound_in(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Names that some nodes, or anything inside them, bind."""
    return frozenset[str]().union(*map(bound_below, nodes))


_Found = TypeVar("_Found")
_Node = TypeVar("_Node", bound=ast.AST)


def found_once(root: _Node, find: Callable[[_Node], _Found]) -> _Found:
    """What a walk over a body finds, which is kept with the body: an edit brings another tree."""
    try:
        return root.__dict__[_KEPT][find]  # type: ignore[no-any-return]
    except KeyError:
        found = find(root)  # which may keep other things there
        root.__dict__.setdefault(_KEPT, {})[find] = found
        return found


def is_main(statement: ast.AST) -> TypeGuard[ast.If]:
    """Whether it is `if __name__ == "__main__":`, whose body runs only where the file is the program."""
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "__name__ == '__main__'"


def is_left_to_subclasses(code: FunctionCode) -> bool:
    """Whether a method does nothing: it is marked as abstract and empty, or only raises `NotImplementedError`."""
    return code.cls is not None and found_once(code.node, _does_nothing)


def _does_nothing(node: ast.AST) -> bool:
    if isinstance(node, ast.Lambda):
        return False
    body = [s for s in getattr(node, "body", ()) if not _is_said_only(s)]
    abstract = any("abstract" in ast.unparse(d) for d in getattr(node, "decorator_list", ()))
    if not body:
        return abstract
    raised = body[0].exc if len(body) == 1 and isinstance(body[0], ast.Raise) else None
    return raised is not None and "NotImplemented" in ast.unparse(raised)


def _is_said_only(statement: ast.stmt) -> bool:
    """Whether it is a docstring, `...` or `pass`."""
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def forget_found(root: ast.AST) -> None:
    """Walks over a tree of which a part has been replaced have to be made again."""
    root.__dict__.pop(_KEPT, None)


_KEPT = "found once"
_BOUND_BELOW = "bound_below"
_NO_NAMES: frozenset[str] = frozenset()


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


CONSTRUCTORS = ("__init__", "__post_init__", "__new__")
"""What Python runs once for each object."""
MAKERS = (*CONSTRUCTORS, "build", "setUp")
"""What sets an object up; a program may call the last two again."""
