"""Commands: edits of a file or of the workspace, an analysis of everything, the report, proofs, a fresh start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.verdict.reasons import counted
from hybridize_analyzer.verdict.worth import offered
from lsprotocol.types import ApplyWorkspaceEditParams, Position, WorkspaceEdit
from pygls.lsp.server import LanguageServer

from hybridize_lsp.actions import REPAIR, safe_edits
from hybridize_lsp.answers import failed, planned, up_to_date
from hybridize_lsp.closed import opened_from_disk
from hybridize_lsp.edits import NoEdit, Note, PartEdits, edited, part_edits, workspace_edit
from hybridize_lsp.engine import stop
from hybridize_lsp.explanations import explained
from hybridize_lsp.functions import listed
from hybridize_lsp.hints import CONVERT
from hybridize_lsp.jobs import Root
from hybridize_lsp.proofs import run_proof
from hybridize_lsp.repairs import repaired
from hybridize_lsp.scheduling import mark, mark_all, settled
from hybridize_lsp.speedups import cancel_speedups, run_speedup, speedup_edit
from hybridize_lsp.state import RootState, State, closed_views, folders, open_views
from hybridize_lsp.views import View

log = logging.getLogger("hybridize")
_Handler = Callable[..., Coroutine[Any, Any, Any]]


def register(server: LanguageServer, state: State) -> None:
    """Registers every command; their arguments are JSON."""

    async def convert_function(uri: str, function: str, line: int) -> bool:
        return await _make(state, uri, {"do": "edit", "function": function, "line": line})

    async def convert_file(uri: str) -> bool:
        return await _make(state, uri, {"do": "all"})

    async def convert_workspace() -> dict[str, int]:
        return await _convert_workspace(state)

    async def repair(uri: str, function: str, line: int) -> dict[str, Any]:
        return await _repair(state, uri, function, line)

    async def why(uri: str, line: int, character: int, text: str) -> dict[str, Any]:
        return await explained(state, uri, Position(line, character), text)

    async def analyze_workspace() -> dict[str, int]:
        return _counts(await _everything(state))

    async def show_report() -> list[dict[str, Any]]:
        for known in list(state.roots.values()):
            await known.settled.wait()
        return listed(state)

    async def restart() -> None:
        stop(state.engine)
        state.known.clear()
        state.noticed.clear()
        for known in state.roots.values():
            known.whole = False
        mark_all(state, look=True)

    commands: dict[str, _Handler] = {
        CONVERT: convert_function,
        "hybridize.convertFile": convert_file,
        "hybridize.convertWorkspace": convert_workspace,
        REPAIR: repair,
        "hybridize.why": why,
        "hybridize.analyzeWorkspace": analyze_workspace,
        "hybridize.showReport": show_report,
        "hybridize.restartAnalysis": restart,
    }
    for name, handler in {**commands, **_running(state)}.items():
        server.command(name)(handler)


def _running(state: State) -> dict[str, _Handler]:
    """The commands about a program that is run."""

    async def verify(uri: str, command: str) -> dict[str, Any]:
        return await run_proof(state, "verify", uri, command)

    async def measure(uri: str, command: str) -> dict[str, Any]:
        return await run_proof(state, "measure", uri, command)

    async def speedup(uri: str, command: str) -> dict[str, Any]:
        return await run_speedup(state, uri, command)

    async def cancel_speedup() -> None:
        cancel_speedups(state)

    async def apply_speedup(root: str, changes: list[dict[str, Any]]) -> dict[str, Any]:
        return await _apply_speedup(state, root, changes)

    return {
        "hybridize.verify": verify,
        "hybridize.measure": measure,
        "hybridize.speedup": speedup,
        "hybridize.cancelSpeedup": cancel_speedup,
        "hybridize.applySpeedup": apply_speedup,
    }


async def _make(state: State, uri: str, data: dict[str, Any]) -> bool:
    """Plans an edit of one document and has the client make it; whether it did."""
    view = await up_to_date(state, uri)
    try:
        edit = await planned(state, view, data)
    except NoEdit as reason:
        raise failed(str(reason), stale=view is None or not view.current) from None
    return await _apply(state, edit, "Convert to graphs")


async def _repair(state: State, uri: str, function: str, line: int) -> dict[str, Any]:
    """Looks for a repair and has the client make it: whether it did, and else why not, for the user."""
    try:
        edit = await repaired(state, await up_to_date(state, uri), uri, function, line)
    except NoEdit as reason:
        return {"applied": False, "reason": str(reason)}
    return {"applied": await _apply(state, edit, f"Repair {function}"), "reason": None}


async def _apply_speedup(state: State, root: str, changes: list[dict[str, Any]]) -> dict[str, Any]:
    """Has the client make what a run has proved: whether it did, and else why not, for the user."""
    label = f"Speed up {counted(len(changes), 'file')}"
    try:
        edit = speedup_edit(state, root, changes, label)
    except NoEdit as reason:
        return {"applied": False, "reason": str(reason)}
    return {"applied": await _apply(state, edit, label), "reason": None}


async def _convert_workspace(state: State) -> dict[str, int]:
    """Has the client make all safe edits of all files, as one edit.

    Returns:
        How many functions in how many files could be edited (`found`, `files`), and how many were (`applied`).
    """
    views = [v for view in await _everything(state) if (v := opened_from_disk(view)) is not None]
    wanted = [(view, functions) for view in views if (functions := safe_edits(view))]
    count = sum(len(functions) for _, functions in wanted)
    found = {"found": count, "files": len(wanted), "applied": 0}
    if not count:
        return found
    label = f"Make {counted(count, 'safe edit')} in {counted(len(wanted), 'file')}"
    edits = await asyncio.to_thread(_planned, wanted)
    # Nobody has to confirm what changes nothing; editors can take it back as one edit.
    done = await _apply(state, workspace_edit(edits, state.support, Note(label)), label)
    return {**found, "applied": count if done else 0}


def _planned(wanted: Sequence[tuple[View, list[FunctionReport]]]) -> PartEdits:
    found: PartEdits = []
    for view, functions in wanted:
        try:
            found += part_edits(view.unit, edited(view, functions))
        except NoEdit as reason:
            log.info("%s: %s", view.unit.path, reason)
    return found


async def _apply(state: State, edit: WorkspaceEdit, label: str) -> bool:
    if not state.support.apply:
        raise failed("this editor does not take edits from a server; use the code actions")
    result = await state.server.workspace_apply_edit_async(ApplyWorkspaceEditParams(edit, label))
    return result.applied


async def _everything(state: State) -> list[View]:
    """Analyses every workspace folder as a whole, and shows that from now on; all files, open ones first."""
    for folder in folders(state):
        root = Root(folder)
        state.roots.setdefault(root, RootState()).whole = True
        mark(state, root, look=True, after=0)
    for root in list(state.roots):
        await settled(state, root)
    return [*open_views(state), *closed_views(state)]


def _counts(views: Sequence[View]) -> dict[str, int]:
    """For people: how much was looked at and found."""
    functions = [function for view in views for function in view.facts.functions]
    conversions = [f for view in views for f in offered(view.facts.functions, view.facts.findings)]
    return {
        "files": len(views),
        "functions": len(functions),
        "findings": sum(len(view.facts.findings) for view in views),
        "convertible": len(conversions),
        "safe": sum(function.safe for function in conversions),
    }
