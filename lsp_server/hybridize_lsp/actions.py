"""Code actions: what can be done about a place, and the edits that do it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from hybridize_analyzer.report import EDIT_VERDICTS, Applicability, Finding, FunctionReport
from hybridize_analyzer.workspace.suppressions import UNUSED_RULE
from hybridize_refactorings.top_level import TOP_LEVEL, step_at
from lsprotocol.types import CodeAction, CodeActionKind, Command, Diagnostic, WorkspaceEdit

from hybridize_lsp.capabilities import Support
from hybridize_lsp.diagnostics import diagnostics
from hybridize_lsp.edits import NoEdit, Note, edited, part_edits, suppressed, workspace_edit
from hybridize_lsp.positions import touches
from hybridize_lsp.views import View
from hybridize_lsp.wording import edit_conditions, edit_title, named

REWRITE = f"{CodeActionKind.RefactorRewrite.value}.hybridize"
FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.hybridize"
REPAIR = "hybridize.repair"
QUICK_FIX = CodeActionKind.QuickFix.value
KINDS = (QUICK_FIX, REWRITE, FIX_ALL)
_EDITABLE = frozenset({Applicability.SAFE, Applicability.OBSERVED, Applicability.UNSAFE})

Place = tuple[int, int]
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the client asks about.

    uri: one document of the unit.  first, last: line and column (from 1) in the unit.  only: kinds, or empty.
    """

    uri: str
    first: Place
    last: Place
    only: tuple[str, ...] = ()

    def wants(self, kind: str) -> bool:
        """Whether actions of a kind are asked for: of the very kind, or of one above it."""
        return not self.only or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in self.only)


def code_actions(
    view: View, asked: Asked, *, suppress: bool, offer_repair: Callable[[FunctionReport], bool]
) -> Iterator[CodeAction]:
    """The actions for a place, best first, without their edits; no edit twice.

    suppress: whether to offer comments that suppress findings.  offer_repair: whether to offer to look for a repair.
    """
    here = [f for f in view.facts.findings if touches(f.location, asked.first, asked.last)]
    fixes = list(_quick_fixes(view, asked, here)) if asked.wants(QUICK_FIX) else []
    yield from fixes
    if suppress and asked.wants(QUICK_FIX):
        yield from _suppressions(view, asked, here)
    if asked.wants(REWRITE):
        offered = [fix.data for fix in fixes]
        yield from (
            made
            for made in _rewrites(view, asked, offer_repair)
            if made.data is None or made.data not in offered
        )
    if asked.wants(FIX_ALL) and safe_edits(view):
        yield _action(view, asked, FIX_ALL, "Make all safe edits of Hybridize", {"do": "all"})


def edit_of(view: View, data: dict[str, Any], support: Support) -> WorkspaceEdit:
    """The edit of an action, planned on the present text.

    Raises:
        NoEdit: what the action was about is not there any more, or cannot be edited.
    """
    after, note = _after(view, data)
    return workspace_edit(part_edits(view.unit, after), support, note)


def safe_edits(view: View) -> list[FunctionReport]:
    """The functions of a unit that can be edited without a second thought."""
    return [f for f in view.facts.functions if editable(f) and f.safe and view.fixable(f)]


def editable(function: FunctionReport) -> bool:
    """Whether the verdict asks for an edit that is worth making."""
    return function.verdict in EDIT_VERDICTS and (function.verdict != "convert" or function.gain != "none")


def repairable(function: FunctionReport) -> bool:
    """Whether something stands in the way of a graph that an edit may take away, or calls can be batched."""
    if any(pattern.refused is None for pattern in function.patterns) or function.qualname == TOP_LEVEL:
        return True
    return not function.hybrid and bool(
        function.hazards and function.refusals and function.tensor_computation
    )


def enclosing(view: View, place: Place) -> FunctionReport | None:
    """The innermost function around a place, decorators included."""
    around = [
        (outline.first, function)
        for function in view.facts.functions
        if (outline := view.facts.outline(function)) is not None and outline.first <= place[0] <= outline.last
    ]
    return max(around, key=lambda found: found[0])[1] if around else None


def _quick_fixes(view: View, asked: Asked, here: Sequence[Finding]) -> Iterator[CodeAction]:
    for finding in here:
        function = _function_of(view, finding)
        if finding.applicability in _EDITABLE and function is not None and editable(function):
            action = _action(view, asked, QUICK_FIX, edit_title(function), _edit_data(function))
            action.diagnostics = _shown(view, asked, finding)
            action.is_preferred = function.safe or None
            yield action


def _rewrites(
    view: View, asked: Asked, offer_repair: Callable[[FunctionReport], bool]
) -> Iterator[CodeAction]:
    function = enclosing(view, asked.first) or step_at(view.facts.relative, view.unit.text, asked.first[0])
    if function is not None and editable(function):
        yield _action(view, asked, REWRITE, edit_title(function), _edit_data(function))
    elif function is not None and offer_repair(function):
        title = f"Look for a repair of {named(function.qualname)}"
        if function.patterns:
            title = f"Batch the calls of `{function.qualname}`"
        arguments = [asked.uri, function.qualname, function.line]
        yield CodeAction(title=title, kind=REWRITE, command=Command(title, REPAIR, arguments=arguments))


def _suppressions(view: View, asked: Asked, here: Sequence[Finding]) -> Iterator[CodeAction]:
    for finding in here:
        if finding.rule != UNUSED_RULE:
            title = f"Suppress `{finding.rule}` here: add `# hybridize: ignore[{finding.rule}]`"
            data = {
                "do": "suppress",
                "rule": finding.rule,
                "function": finding.function,
                "line": finding.location.line,
            }
            action = _action(view, asked, QUICK_FIX, title, data)
            action.diagnostics = _shown(view, asked, finding)
            yield action


def _function_of(view: View, finding: Finding) -> FunctionReport | None:
    named = [f for f in view.facts.functions if f.qualname == finding.function]
    # Of several definitions of one name, the finding belongs to the last that starts before it.
    return max(
        (f for f in named if f.line <= finding.location.line), key=lambda f: f.line, default=None
    ) or next(iter(named), None)


def _shown(view: View, asked: Asked, finding: Finding) -> list[Diagnostic]:
    """The diagnostic of a finding, for the client to join the action to it."""
    alone = replace(view, facts=replace(view.facts, findings=(finding,)))
    return diagnostics(alone, related=False).of(asked.uri)


def _action(view: View, asked: Asked, kind: str, title: str, data: dict[str, Any]) -> CodeAction:
    part = view.unit.part(asked.uri)
    where = {"uri": asked.uri, "version": part.version if part is not None else None}
    return CodeAction(title=title, kind=kind, data={**where, **data})


def _edit_data(function: FunctionReport) -> dict[str, Any]:
    return {"do": "edit", "function": function.qualname, "line": function.line}


def _after(view: View, data: dict[str, Any]) -> tuple[str, Note | None]:
    """The text after the edit, and what the user has to agree to."""
    if not view.current:
        raise NoEdit("the text has changed since it was analysed")
    if data["do"] == "all":
        return edited(view, safe_edits(view)), None
    if data["do"] == "suppress":
        named = [f for f in view.facts.findings if f.rule == data["rule"] and f.function == data["function"]]
        if not named:
            raise NoEdit(f"`{data['rule']}` finds nothing here any more")
        return suppressed(view, [_nearest(named, data["line"], lambda f: f.location.line)]), None
    functions = [f for f in view.facts.functions if f.qualname == data["function"] and editable(f)]
    if not functions:
        raise NoEdit(f"`{data['function']}` does not ask for an edit any more")
    function = _nearest(functions, data["line"], lambda f: f.line)
    conditions = edit_conditions(function)
    note = Note(edit_title(function), conditions, confirm=True) if conditions else None
    return edited(view, [function]), note


def _nearest(found: Sequence[_Found], line: int, line_of: Callable[[_Found], int]) -> _Found:
    return min(found, key=lambda one: abs(line_of(one) - line))
