"""One finished analysis of files that import each other, which can be asked about any place in them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Value
from hybridize_analyzer.facts.collect import functions
from hybridize_analyzer.group import Judged, explore_group, facts_of, judge
from hybridize_analyzer.model import places
from hybridize_analyzer.model.held import Held, held_of
from hybridize_analyzer.model.observation import Observer
from hybridize_analyzer.model.origins import DEPTH, Origins
from hybridize_analyzer.model.steps import Step
from hybridize_analyzer.model.verdicts import effects_at, why_verdict
from hybridize_analyzer.model.wording import described
from hybridize_analyzer.program.code import FunctionCode, ModuleCode
from hybridize_analyzer.program.components import components
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.project import read_program
from hybridize_analyzer.report import Location
from hybridize_analyzer.workspace.depth import with_stack_reserved, without_collection
from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, Environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.packaging import Packaging, read_packaging
from hybridize_analyzer.workspace.sources import SourceFile


class NothingThere(InputError):  # noqa: N818 - it names what was found
    """There is nothing at a place that could be explained."""


@dataclass(slots=True)
class Analysis:
    """The answers of one analysis; asking changes nothing that it knows.

    All paths are relative to the root of the project, as in reports; lines and columns start at 1.
    """

    _state: State
    _packaging: Packaging
    _observer: Observer

    @property
    def files(self) -> frozenset[str]:
        """The files that were analysed together."""
        return frozenset(self._state.modules)

    def function_at(self, path: str, line: int) -> FunctionCode | None:
        """The innermost `def` at a line; None at module level.

        Raises:
            NothingThere: no such file or line.
        """
        return places.function_at(self._module(path, line), line)

    def callers_of(self, function: FunctionCode) -> frozenset[FunctionCode]:
        """The functions with visible calls of a function."""
        return self._state.callers_of(function)

    def effects_of(self, function: FunctionCode) -> tuple[Event, ...]:
        """What a function does that tracing would notice, by itself or through what it calls."""
        facts = facts_of(self._state, function)
        return facts.events if facts is not None else ()

    def judged(self, function: FunctionCode) -> Judged:
        """The facts of a function and the decision about it."""
        return judge(self._state, function, facts_of(self._state, function), library=self._packaging.library)

    @with_stack_reserved
    def value_at(self, path: str, line: int, what: str | int) -> str:
        """What an expression holds over all visible calls, in words.

        what: its text, or a column that it covers.

        Raises:
            NothingThere: nothing at the line reads so.
        """
        module = self._module(path, line)
        node = self._expression(module, line, what)
        body = self._observer.body_of(module, node)
        if isinstance(node, ast.arg):
            return self._origins().of_expression(body, node, 0).message
        return described(self._state, self._observer.value(body, node))

    @with_stack_reserved
    def held(self, where: Location) -> Held | None:
        """What the expression at exactly a place holds, over all visible calls.

        None where no expression stands there, no visible run evaluates it, or its file is not one of `files`.
        """
        node = self._observer.expression_spanning(where)
        if node is None:
            return None
        body = self._observer.body_of(self._state.modules[where.path], node)
        return self._held(self._observer.value(body, node))

    @with_stack_reserved
    def held_by_name(self, path: str, line: int, name: str) -> Held | None:
        """What a name holds in the function whose `def` is at a line: joined over all that binds it there and all calls.

        line: 0 for the top level of the file: joined over all that binds the variable of the module.

        name: also an attribute of one, as `self.rate`.  What the function does not bind: what it holds where it is read.
        None where nothing visible sets it.
        """
        module = self._state.modules.get(path)
        if line == 0:
            binding = self._state.global_binding(path, name)
            return None if binding is None else self._held(binding.value)
        defined = () if module is None else places.definitions(module)
        code = next((each for each in defined if each.node.lineno == line), None)
        if code is None:
            return None
        owner, _, attribute = name.partition(".")
        if attribute:
            return self._held(self._observer.attribute(code, owner, attribute))
        return self._held(self._observer.named(code, name))

    def _held(self, value: Value) -> Held | None:
        return held_of(self._state, value) if value else None

    @with_stack_reserved
    def why(self, path: str, line: int, what: str | int | None = None) -> Step:
        """From where a verdict comes, or what an expression holds.

        what: the text of an expression at the line, or a column that it covers; None for the verdict of the function there.

        Raises:
            NothingThere: no such file, line or expression, or no function around the line.
        """
        module = self._module(path, line)
        if what is not None:
            node = self._expression(module, line, what)
            return self._origins().of_expression(self._observer.body_of(module, node), node, DEPTH)
        code = places.function_at(module, line)
        if code is None:
            raise NothingThere(
                f"{path}:{line}: there is no function here; name an expression, as in {path}:{line}:x"
            )
        judged = self.judged(code)
        verdict = why_verdict(self._state, self._origins(), code, judged)
        if judged.facts is None or line <= code.node.lineno:
            return verdict
        here = tuple(effects_at(judged.facts, line, path))
        if not here:
            return verdict
        where = Location(path, line, 1, line, 1)
        return Step(verdict.message, verdict.location, (Step("this line", where, here), *verdict.because))

    def _origins(self) -> Origins:
        return Origins(self._state, self._observer)

    def _module(self, path: str, line: int) -> ModuleCode:
        module = self._state.modules.get(path)
        if module is None:
            raise NothingThere(f"{path}: no file of this analysis")
        last = max((getattr(n, "end_lineno", 0) for n in module.tree.body), default=0)
        if line < 1 or line > last:
            raise NothingThere(f"{path}:{line}: the code of this file ends at line {last}")
        return module

    def _expression(self, module: ModuleCode, line: int, what: str | int) -> ast.expr | ast.arg:
        if isinstance(what, int):
            node = places.expression_in_column(module, line, what)
            asked = f"covers column {what}"
        else:
            node = places.expression_named(module, line, what)
            asked = f"reads `{what}`"
        if node is not None:
            return node
        names = dict.fromkeys(
            ast.unparse(n)
            for n in places.expressions_at(module, line)
            if isinstance(n, (ast.Name, ast.Attribute))
        )
        hint = f"; there is {', '.join(f'`{n}`' for n in list(names)[:8])}" if names else ""
        raise NothingThere(f"{module.path}:{line}: nothing {asked} here{hint}")


def analysis_of(
    root: Path,
    sources: Sequence[SourceFile],
    path: str,
    *,
    keras: int | None = None,
    environment: Environment = NOTHING_INSTALLED,
) -> Analysis:
    """Analyses a file with all files that import it, or that it imports.

    root, sources, keras, environment: as for `analyze`.  path: of the file, relative to the root.

    Raises:
        NothingThere: the file is not among `sources`, or cannot be parsed.
    """
    ordered = sorted(sources, key=lambda s: s.relative)
    with without_collection():
        program = read_program(ordered, None)
        facts = program.facts.get(path)
        if facts is None:
            raise NothingThere(f"{path}: not among the files that are analysed")
        if facts.problem is not None:
            raise NothingThere(f"{path}: {facts.problem.message}")
        groups = components(
            {p: f.imports for p, f in program.facts.items() if f.problem is None}, program.names
        )
        group = next(g for g in groups if path in g)
        packaging = read_packaging(root, ordered, keras, environment)
        modules = {p: program.module(p) for p in group}
        state = _explored(modules, program.names, packaging)
    return Analysis(state, packaging, Observer(state))


@with_stack_reserved
def _explored(modules: dict[str, ModuleCode], names: ModuleNames, packaging: Packaging) -> State:
    state = explore_group(modules, names, packaging)
    for _ in functions(state):  # from here on the state only answers
        break
    return state
