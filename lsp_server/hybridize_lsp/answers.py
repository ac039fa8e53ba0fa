"""Requests answered from what is known: each waits until that is about what the editor shows, and computes."""

from __future__ import annotations

import asyncio
import importlib
from functools import cache
from threading import Thread
from typing import Any

from hybridize_analyzer.report import FunctionReport
from lsprotocol.types import (
    CodeAction,
    CodeActionDisabled,
    CodeActionParams,
    CodeLens,
    Hover,
    InlayHint,
    Position,
    Range,
    RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport,
    WorkspaceDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
)
from pygls.exceptions import JsonRpcException

from hybridize_lsp.actions import Asked, code_actions, edit_of, repairable
from hybridize_lsp.configuration import EditorSettings
from hybridize_lsp.diagnostics import NOTHING_TOLD, Told, diagnostics
from hybridize_lsp.documents import unit_of
from hybridize_lsp.edits import NoEdit
from hybridize_lsp.hints import inlay_hints, lenses
from hybridize_lsp.hover import hover
from hybridize_lsp.jobs import Root
from hybridize_lsp.protocol import CONTENT_MODIFIED, REQUEST_FAILED
from hybridize_lsp.repairs import known_without_repair
from hybridize_lsp.scheduling import settled
from hybridize_lsp.state import (
    State,
    closed_views,
    folders,
    open_views,
    root_of_unit,
    settings_for,
    view_of,
)
from hybridize_lsp.views import View

_MOMENT = 1.0  # seconds


async def up_to_date(state: State, uri: str) -> View | None:
    """What is known about an open document once its project is analysed as it is now."""
    unit = unit_of(state.server.workspace, uri)
    if unit is None:
        return None
    await settled(state, root_of_unit(state, unit))
    return view_of(state, uri)


async def document_diagnostics(
    state: State, uri: str, previous: str | None
) -> RelatedFullDocumentDiagnosticReport | RelatedUnchangedDocumentDiagnosticReport:
    """The diagnostics of one document; `previous` is the result that the client still has."""
    state.asking[uri] += 1
    try:
        view = await up_to_date(state, uri)
    finally:
        state.asking[uri] -= 1
    told = told_of(state, view)
    result = state.told[uri] = told.digest(uri)
    if result == previous:
        return RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    return RelatedFullDocumentDiagnosticReport(items=told.of(uri), result_id=result)


def told_of(state: State, view: View | None) -> Told:
    """What the client is told about what a view shows."""
    if view is None:
        return NOTHING_TOLD
    known = state.known.get(view.unit.path)
    before = known.told if known is not None else NOTHING_TOLD
    told = diagnostics(view, related=state.support.related, before=before)
    if known is not None:
        known.told = told
    return told


async def workspace_diagnostics(state: State, previous: dict[str, str]) -> WorkspaceDiagnosticReport:
    """The diagnostics that the client does not have yet; waits until there are some.

    Where only open files are analysed there may never be any: after a moment the answer is that there are none.
    """
    while True:
        changed = state.changed
        reports = _workspace_reports(state, previous)
        if any(isinstance(report, WorkspaceFullDocumentDiagnosticReport) for report in reports):
            return WorkspaceDiagnosticReport(items=reports)
        whole = any(settings_for(state, root).workspace for root in _projects(state))
        try:
            await asyncio.wait_for(changed.wait(), None if whole else _MOMENT)
        except asyncio.TimeoutError:
            return WorkspaceDiagnosticReport(items=reports)


def _projects(state: State) -> list[Root]:
    return [*state.roots, *(Root(folder) for folder in folders(state))]


def _workspace_reports(
    state: State, previous: dict[str, str]
) -> list[WorkspaceFullDocumentDiagnosticReport | WorkspaceUnchangedDocumentDiagnosticReport]:
    views = [v for v in open_views(state) if settings_for(state, root_of_unit(state, v.unit)).workspace]
    found = {}
    for view in (*views, *closed_views(state)):
        for part in view.unit.parts:
            found[part.uri] = (part.version, told_of(state, view))
    for uri in (*previous, *sorted(state.gone)):
        if unit_of(state.server.workspace, uri) is None:
            found.setdefault(uri, (None, NOTHING_TOLD))  # what the client still shows of a file that is gone
    # That may be shown without a result that the client knows of.
    known = {uri: previous.get(uri, "" if uri in state.gone else None) for uri in found}
    state.gone.clear()
    return [_workspace_report(uri, version, told, known[uri]) for uri, (version, told) in found.items()]


def _workspace_report(
    uri: str, version: int | None, told: Told, previous: str | None
) -> WorkspaceFullDocumentDiagnosticReport | WorkspaceUnchangedDocumentDiagnosticReport:
    result, items = told.digest(uri), told.of(uri)
    if result == previous or (previous is None and not items):
        return WorkspaceUnchangedDocumentDiagnosticReport(uri=uri, version=version, result_id=result)
    return WorkspaceFullDocumentDiagnosticReport(uri=uri, version=version, result_id=result, items=items)


async def actions(state: State, params: CodeActionParams) -> list[CodeAction]:
    """The code actions for a range, with their edits where the client cannot ask for them later."""
    uri = params.text_document.uri
    view = view_of(state, uri) or await up_to_date(state, uri)
    if view is None or not state.support.literals:
        return []
    only = tuple(str(getattr(kind, "value", kind)) for kind in params.context.only or ())
    first, last = (view.from_client(uri, place) for place in (params.range.start, params.range.end))
    asked = Asked(uri, first, last, only)
    suppress = settings_for(state, root_of_unit(state, view.unit)).suppress_action

    def offer_repair(function: FunctionReport) -> bool:
        return (
            state.support.apply and repairable(function) and not known_without_repair(state, view, function)
        )

    found = list(code_actions(view, asked, suppress=suppress, offer_repair=offer_repair))
    if found:
        _prepare()
    return found if state.support.lazy else await _with_edits(state, found)


@cache
def _prepare() -> None:
    """Imports what plans edits, which takes a second, while the user looks at the actions."""
    Thread(
        target=importlib.import_module, args=("hybridize_refactorings.file_planning",), daemon=True
    ).start()


async def resolved(state: State, action: CodeAction) -> CodeAction:
    """The action with its edit, planned on the text as it is now.

    Raises:
        JsonRpcException: what it was about is not there any more, or cannot be edited.
    """
    data = action.data
    if data is None and action.command is not None:
        return action  # whoever chose it has the command executed
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        raise failed("this action is not one of hybridize's")
    view = await up_to_date(state, data["uri"])
    try:
        action.edit = await planned(state, view, data)
    except NoEdit as reason:
        raise failed(str(reason), stale=view is None or not view.current) from None
    return action


async def planned(state: State, view: View | None, data: dict[str, Any]) -> Any:
    """The edit of an action, planned beside the event loop."""
    if view is None:
        raise NoEdit("the document is not open")
    return await asyncio.to_thread(edit_of, view, data, state.support)


def failed(reason: str, *, stale: bool = False) -> JsonRpcException:
    """An answer that says why there is none; clients pass over those about text that has changed."""
    return JsonRpcException(reason, code=CONTENT_MODIFIED if stale else REQUEST_FAILED)


async def hover_at(state: State, uri: str, place: Position) -> Hover | None:
    """What there is to say about a place; nothing before the first analysis."""
    view = view_of(state, uri)
    if view is None:
        return None
    return hover(view, *view.from_client(uri, place), markdown=state.support.markdown)


async def code_lenses(state: State, uri: str) -> list[CodeLens]:
    """The lenses of a document, if they are switched on."""
    if not _settings(state, uri).code_lens:
        return []
    view = await up_to_date(state, uri)
    return [] if view is None else list(lenses(view, uri))


async def inlays(state: State, uri: str, range_: Range) -> list[InlayHint]:
    """The inlay hints of a part of a document, if they are switched on."""
    if not _settings(state, uri).inlay_hints:
        return []
    view = await up_to_date(state, uri)
    if view is None:
        return []
    (first, _), (last, _) = (view.from_client(uri, place) for place in (range_.start, range_.end))
    return list(inlay_hints(view, uri, first, last))


def _settings(state: State, uri: str) -> EditorSettings:
    unit = unit_of(state.server.workspace, uri)
    return state.settings[None] if unit is None else settings_for(state, root_of_unit(state, unit))


async def _with_edits(state: State, found: list[CodeAction]) -> list[CodeAction]:
    made = []
    for action in found:
        if action.command is not None:
            made.append(action)
            continue
        try:
            action.edit = (await resolved(state, action)).edit
        except JsonRpcException as reason:
            if not state.support.disabled:
                continue
            action.disabled = CodeActionDisabled(str(reason))
        made.append(action)
    return made
