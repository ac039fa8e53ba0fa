"""The command that explains a verdict, or what an expression holds: asked of the worker when it is chosen."""

from __future__ import annotations

from typing import Any

from lsprotocol.types import Position

from hybridize_lsp.answers import up_to_date
from hybridize_lsp.engine import JobFailed, WorkerDied, ask_why, stop
from hybridize_lsp.jobs import Buffer, Explanation, WhyJob
from hybridize_lsp.progress import show_progress
from hybridize_lsp.state import State, root_of_unit, settings_for, units_of


async def explained(state: State, uri: str, place: Position, text: str) -> dict[str, Any]:
    """`text`, the explanation for people, or the `problem` that stands against one.

    text: of an expression that begins at the line; empty for what stands at the place.
    """
    view = await up_to_date(state, uri)
    if view is None:
        return _told(Explanation(0, problem="the file is not analysed"))
    root = root_of_unit(state, view.unit)
    state.jobs += 1
    buffers = tuple(Buffer(unit.path, unit.text) for unit in units_of(state, root))
    wishes = settings_for(state, root).wishes()
    job = WhyJob(state.jobs, root, buffers, wishes, view.unit.path, *view.from_client(uri, place), text)
    state.wake.set()  # what settles makes way
    try:
        async with show_progress(state, "Looking for the reasons", lambda: stop(state.engine)):
            return _told(await ask_why(state.engine, job))
    except (WorkerDied, JobFailed) as reason:
        return _told(Explanation(job.number, problem=f"the analysis failed: {reason}"))


def _told(found: Explanation) -> dict[str, Any]:
    return {"text": found.text, "problem": found.problem or None}
