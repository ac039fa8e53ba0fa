"""The action that repairs a function, so that it or a part of it can be converted: planned when it is chosen."""

from __future__ import annotations

from typing import Any

from lsprotocol.types import WorkspaceEdit

from hybridize_lsp.edits import NoEdit, part_edits, workspace_edit
from hybridize_lsp.engine import JobFailed, WorkerDied, ask_repairs
from hybridize_lsp.jobs import Buffer, RepairJob
from hybridize_lsp.state import State, root_of_unit, settings_for, units_of, view_of
from hybridize_lsp.views import View


async def repaired(state: State, view: View, data: dict[str, Any]) -> WorkspaceEdit:
    """The edit of the best repair of a function; where that changes what the program does, the user is asked.

    Raises:
        NoEdit: there is none, or the text has changed while it was looked for.
    """
    root = root_of_unit(state, view.unit)
    state.jobs += 1
    buffers = tuple(Buffer(unit.path, unit.text) for unit in units_of(state, root))
    wishes = settings_for(state, root).wishes()
    function, line = str(data["function"]), int(data["line"])
    job = RepairJob(state.jobs, root, buffers, wishes, view.unit.path, function, line)
    state.wake.set()  # what settles makes way
    try:
        found = await ask_repairs(state.engine, job)
    except (WorkerDied, JobFailed) as reason:
        raise NoEdit(f"the search for a repair failed: {reason}") from None
    if not found:
        raise NoEdit(f"no repair of `{function}` is known after which it could be converted")
    best = min(found, key=lambda repair: bool(repair.difference))
    now = view_of(state, str(data["uri"]))
    if now is None or now.unit.text != view.unit.text:
        raise NoEdit("the text has changed meanwhile")
    if best.difference and not state.support.annotated:
        raise NoEdit(
            f"the repair changes what the program does: {best.difference}; this editor cannot ask about that"
        )
    label = f"{best.title}: {best.difference}" if best.difference else None
    return workspace_edit(part_edits(now.unit, best.after), state.support, label)
