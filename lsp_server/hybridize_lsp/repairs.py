"""The command that repairs a function, so that it or a part of it can be converted: looked for when it is chosen."""

from __future__ import annotations

from hybridize_analyzer.report import FunctionReport
from lsprotocol.types import WorkspaceEdit

from hybridize_lsp.edits import NoEdit, Note, part_edits, workspace_edit
from hybridize_lsp.engine import JobFailed, WorkerDied, ask_repairs, stop
from hybridize_lsp.jobs import Buffer, RepairJob
from hybridize_lsp.progress import show_progress
from hybridize_lsp.state import State, root_of_unit, settings_for, units_of, view_of
from hybridize_lsp.views import View
from hybridize_lsp.wording import named


def known_without_repair(state: State, view: View, function: FunctionReport) -> bool:
    """Whether a repair of the function was looked for in this very text, and there is none."""
    return (view.unit.path, view.unit.text, function.qualname) in state.without_repair


async def repaired(state: State, view: View | None, uri: str, function: str, line: int) -> WorkspaceEdit:
    """The edit of the best repair of a function; where that changes what the program does, the user is asked.

    Raises:
        NoEdit: there is none, or the text has changed while it was looked for.
    """
    if view is None or not view.current:
        raise NoEdit("the text has changed since it was analysed")
    root = root_of_unit(state, view.unit)
    state.jobs += 1
    buffers = tuple(Buffer(unit.path, unit.text) for unit in units_of(state, root))
    wishes = settings_for(state, root).wishes()
    job = RepairJob(state.jobs, root, buffers, wishes, view.unit.path, function, line)
    state.wake.set()  # what settles makes way
    try:
        async with show_progress(
            state, f"Looking for a repair of {named(function)}", lambda: stop(state.engine)
        ):
            found = await ask_repairs(state.engine, job)
    except (WorkerDied, JobFailed) as reason:
        raise NoEdit(f"the search for a repair failed: {reason}") from None
    if not found:
        state.without_repair.add((view.unit.path, view.unit.text, function))
        raise NoEdit(f"no repair of {named(function)} is known after which it could be a graph")
    best = min(found, key=lambda repair: bool(repair.difference))
    now = view_of(state, uri)
    if now is None or now.unit.text != view.unit.text:
        raise NoEdit("the text has changed meanwhile")
    if best.difference and not state.support.annotated:
        raise NoEdit(
            f"the repair changes what the program does: {best.difference}; this editor cannot ask about that"
        )
    note = Note(best.title, best.difference, confirm=True) if best.difference else Note(best.title)
    return workspace_edit(part_edits(now.unit, best.after), state.support, note)
