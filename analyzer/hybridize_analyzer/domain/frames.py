"""Activations while they are being evaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from hybridize_analyzer.domain.events import CHANGING_VARIABLES, Event
from hybridize_analyzer.domain.summaries import Bindings
from hybridize_analyzer.domain.values import NOTHING, Atom, Value
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.report import Location

_STEPS = 1000
_STEPS_PER_LINE = 100


@dataclass(frozen=True, slots=True)
class Guard:
    """State that a branch makes at the first call: an attribute of an object, or a global variable by its token."""

    target: str
    field: str


@dataclass(eq=False, slots=True)
class Frame:
    """One activation while it is being evaluated.

    returned: what it returns; results: by `return`, None for the end of the body.
    conditional: conditions around the current statement; entered: those of them around the call itself.
    unheard: nobody learns of its events, as at the top level of a module.
    calls: of the project's functions so far; uses: without those that make objects.  made: objects made here, with
    `uses` at that time.  given: objects that calls were given.  shared: objects that the project's functions were given,
    or that something was made to hold, since they were made.
    ran: where layers have been called here, or by what is called here on every way, by layer.
    renewed: layers that may keep losses; where they are called, and how that is written.
    closing: `try` with `finally` around the current statement.
    indirect: inside calls that Python or a library makes, which AutoGraph does not convert.
    caught: names of the exceptions that `try` and `pytest.raises` around the current statement catch.
    fresh: the receiver, where nothing has used it since it was made.
    dropped: a call that makes up the current statement, so that nothing uses its result.
    prefix: the part of a call or of a dotted name that is evaluated for what is called or looked up in it.
    late: conditions around the current statement that may come out otherwise in another trace; left: behind such a `return`.
    weighted: how often something is computed with a variable, or by a layer of Keras; left_with: that number behind the
    first branch on a tensor that may return.
    untouched: the last place before which no variable was changed.
    loop: Python loops around the current statement; parts: those of them that go through the parts of something.
    loops: for every Python loop the number of conditions on tensors around it, None for a graph loop.
    modes: calls of layers around the current one that say themselves whether they train.
    outcome: the `and` or `or` that was evaluated last, with whether it holds, where one of its parts alone decides that.
    replicas: calls of `run` of a distribution strategy around the current one.
    builds: whether it is given symbolic tensors, with which Keras builds a model: what it makes is kept apart.
    differentiated: functions with a gradient of their own whose gradients are being followed here.
    made_unseen: calls that have been evaluated here; True where unseen code makes what they give, for this call alone.
    chosen: variables, and conditional expressions, that are Python numbers where a tensor decides so, with the dtype that a
    graph gives these.
    counters: variables that count, or are true or false, and that a graph has tensors for.
    steps: statements and turns of comprehensions that have been evaluated; past `most_steps`, which grows with the size of
    the body, loops are no longer followed turn by turn.
    """

    module: ModuleCode
    function: FunctionCode | None
    env: str
    names: Bindings
    outer: str | None = None
    receiver: Atom | None = None
    cls: ClassCode | None = None
    returned: Value = NOTHING
    results: dict[ast.Return | None, Value] = field(default_factory=dict)
    events: dict[tuple[object, ...], Event] = field(default_factory=dict)
    allocated: set[str] = field(default_factory=set)
    ops: int = 0
    untouched: Location | None = None
    work: int = 0
    weighted: int = 0
    left_with: int | None = None
    unheard: bool = False
    loop: int = 0
    parts: int = 0
    guard: int = 0
    closing: int = 0
    caught: list[str] = field(default_factory=list)
    calls: int = 0
    uses: int = 0
    made: dict[str, int] = field(default_factory=dict)
    given: set[str] = field(default_factory=set)
    shared: set[str] = field(default_factory=set)
    ran: dict[str, set[tuple[int, int, int, int]]] = field(default_factory=dict)
    renewed: dict[str, dict[tuple[int, int, int, int], str]] = field(default_factory=dict)
    mapped: int = 0
    conditional: int = 0
    entered: int = 0
    branches: int = 0
    late: int = 0
    left: bool = False
    library: int = 0
    modes: int = 0
    outcome: tuple[ast.BoolOp, bool] | None = None
    replicas: int = 0
    builds: bool = False
    traced: bool = False
    symbolic: list[frozenset[str]] = field(default_factory=list)
    symbolic_return: ast.AST | None = None
    graph_loops: int = 0
    loops: list[int | None] = field(default_factory=list)
    indirect: int = 0
    breaks: list[list[Bindings]] = field(default_factory=list)
    continues: list[list[Bindings]] = field(default_factory=list)
    yielded: Value = NOTHING
    guarded: Guard | None = None
    fresh: str | None = None
    dropped: ast.AST | None = None
    prefix: ast.AST | None = None
    differentiated: set[object] = field(default_factory=set)
    made_unseen: dict[ast.AST, bool] = field(default_factory=dict)
    chosen: dict[str | ast.AST, str] = field(default_factory=dict)
    counters: set[str] = field(default_factory=set)
    steps: int = 0
    most_steps: int = field(init=False)

    def __post_init__(self) -> None:
        self.most_steps = _STEPS + _STEPS_PER_LINE * _lines(self.function or self.module)

    @property
    def is_exhausted(self) -> bool:
        """Whether evaluating the body has taken more work than its size justifies."""
        return self.steps > self.most_steps

    @property
    def body(self) -> ast.AST:
        """The syntax of what runs: a function, or a whole module."""
        return self.function.node if self.function is not None else self.module.tree

    @property
    def is_certain(self) -> bool:
        """Whether what stands here runs once in every activation."""
        return self.conditional == self.entered and not self.loop

    def is_untouched(self, where: Location) -> bool:
        """Whether the activation has certainly changed no variable before it comes to a place, as it certainly does.

        Of several objects that are called at one place, the others may be those that it was not.
        """
        changed = self.ops or any(event.kind in CHANGING_VARIABLES for event in self.events.values())
        if self.symbolic or not self.is_certain or (changed and self.untouched != where):
            return False
        self.untouched = where
        return True

    @property
    def is_survived(self) -> bool:
        """Whether the program may go on after an exception, though no handler stands here."""
        return self.closing > 0 or (
            self.function is not None and isinstance(self.function.node, ast.AsyncFunctionDef)
        )

    def sets_up(self, owner: ast.expr) -> bool:
        """Whether it is `self` in `__init__` whose attribute is set: whatever object it is, it is just being made."""
        if self.function is None or self.function.name not in MAKERS or not isinstance(owner, ast.Name):
            return False
        parameters = [*self.function.node.args.posonlyargs, *self.function.node.args.args]
        return bool(parameters) and parameters[0].arg == owner.id

    @contextmanager
    def indirectly(self) -> Iterator[None]:
        """While Python itself or a library calls a function: AutoGraph converts written calls only."""
        self.indirect += 1
        yield
        self.indirect -= 1

    @contextmanager
    def by_autograph(self) -> Iterator[None]:
        """While a library has AutoGraph convert a function and calls that, as the code around its own call is converted."""
        outer, self.indirect = self.indirect, 0
        yield
        self.indirect = outer


def _lines(code: FunctionCode | ModuleCode) -> int:
    if isinstance(code, ModuleCode):
        return getattr(code.tree.body[-1], "end_lineno", 0) if code.tree.body else 0
    return (code.node.end_lineno or code.node.lineno) - code.node.lineno + 1
