"""When what is analysed: after a moment of quiet, one project at a time, always the latest text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from hybridize_lsp.diagnostics import NOTHING_TOLD
from hybridize_lsp.documents import Unit
from hybridize_lsp.engine import JobFailed, WorkerDied, ask, interrupt, stop
from hybridize_lsp.jobs import Answer, Buffer, Job, Root
from hybridize_lsp.progress import show_progress
from hybridize_lsp.state import Known, RootState, State, settings_for, units_of

_LONGEST_DELAY = 0.4  # seconds for which typing may put off an analysis
_IDLE = 0.5  # seconds without an edit after which there is time to settle
_RETRIES = (0.1, 1.0, 5.0)  # seconds after which a worker that died is started again

log = logging.getLogger("hybridize")

Told = Callable[[State, Root], None]


def mark(state: State, root: Root, *, look: bool = False, after: float | None = None) -> None:
    """Has a project analysed soon.  look: files on disk may have changed.  after: seconds instead of the usual delay."""
    known = state.roots.setdefault(root, RootState())
    now = asyncio.get_running_loop().time()
    delay = settings_for(state, root).delay / 1000 if after is None else after
    if known.due is None:
        known.latest = now + max(delay, _LONGEST_DELAY)
    known.due = now + delay if after is not None else min(now + delay, known.latest)
    known.look = known.look or look
    known.settled.clear()
    state.wake.set()


def mark_all(state: State, *, look: bool) -> None:
    """Has every project analysed again, at once."""
    for root in state.roots:
        mark(state, root, look=look, after=0)


async def settled(state: State, root: Root) -> None:
    """Returns when what is known of a project is about what the editor shows."""
    if root not in state.roots:
        mark(state, root, look=True, after=0)
    await state.roots[root].settled.wait()


async def work(state: State, tell: Told) -> None:
    """Analyses whatever is due, for ever; `tell` is called after each analysis."""
    while True:
        root, settle = await _next(state)
        try:
            await _analyze(state, root, settle=settle)
            tell(state, root)
        except Exception:  # a fault of ours in one round must not end all later ones
            log.exception("analysis of %s", root.folder)
        finally:
            known = state.roots.get(root)
            if known is not None and known.due is None:
                known.settled.set()


async def _next(state: State) -> tuple[Root, bool]:
    """The project to analyse next, and whether only to settle it."""
    loop = asyncio.get_running_loop()
    while True:
        state.wake.clear()
        due = min(
            ((r.due, i, root) for i, (root, r) in enumerate(state.roots.items()) if r.due is not None),
            default=None,
        )
        if due is not None and due[0] <= loop.time():
            return due[2], False
        idle = next((root for root, known in state.roots.items() if known.unsettled), None)
        patience = _IDLE if idle is not None else None
        try:
            await asyncio.wait_for(state.wake.wait(), patience if due is None else due[0] - loop.time())
        except asyncio.TimeoutError:
            if due is None and idle is not None:
                return idle, True


async def _analyze(state: State, root: Root, *, settle: bool) -> None:
    known, units, wishes = state.roots[root], units_of(state, root), settings_for(state, root).wishes()
    known.unsettled = False
    if not settle:
        known.due = None
    look, known.look = known.look, False
    if not units and not wishes.everything:
        _forget(state, root, ())
        return
    state.jobs += 1
    buffers = tuple(Buffer(unit.path, unit.text) for unit in units)
    job = Job(state.jobs, root, buffers, wishes, look, settle)
    asked = _settle(state, job) if settle else _ask(state, root, job)
    try:
        answer = await asked
    except WorkerDied:
        known.look = True
        if not settle:
            _retry(state, root, known)
    except JobFailed as failure:
        known.look = True
        log.error("the analysis of %s failed: %s", root.folder, failure)
    else:
        known.deaths = 0
        if answer is None:  # edits are more urgent
            known.unsettled = True
        else:
            known.unsettled = answer.unsettled
            _take(state, root, units, answer)


async def _ask(state: State, root: Root, job: Job) -> Answer | None:
    async with show_progress(state, f"Analysing {Path(root.folder).name}", lambda: stop(state.engine)):
        return await ask(state.engine, job)


async def _settle(state: State, job: Job) -> Answer | None:
    """Settles until something is due."""
    asked = asyncio.ensure_future(ask(state.engine, job))
    waked = asyncio.ensure_future(state.wake.wait())
    await asyncio.wait({asked, waked}, return_when=asyncio.FIRST_COMPLETED)
    waked.cancel()
    if not asked.done():
        interrupt(state.engine, job.number)
    return await asked


def _retry(state: State, root: Root, known: RootState) -> None:
    if state.engine.stopped:
        log.info("the analysis of %s was cancelled", root.folder)
    elif known.deaths < len(_RETRIES):
        log.warning("the analysis of %s died; it is started again", root.folder)
        mark(state, root, look=True, after=_RETRIES[known.deaths])
        known.deaths += 1
    else:
        log.error(
            "the analysis of %s died %d times; the next edit starts it again", root.folder, known.deaths + 1
        )
        known.deaths = 0


def _take(state: State, root: Root, units: list[Unit], answer: Answer) -> None:
    """Keeps what an answer says; open files that do not parse keep what was known of them."""
    texts = {unit.path: unit.text for unit in units}
    for path, facts in answer.files.items():
        before = state.known.get(path)
        told = before.told if before is not None else NOTHING_TOLD
        state.known[path] = Known(root, texts.get(path), facts, told=told)
    _forget(state, root, {*answer.files, *answer.broken})
    if answer.settings_files:  # not where one of them makes no sense: it still has to be watched
        state.roots[root].settings_files = answer.settings_files
    for notice in answer.notices:
        if notice not in state.noticed:
            state.noticed.add(notice)
            log.warning("%s", notice)
    log.debug("job %d: %d files in %.3f s", answer.number, len(answer.files), answer.seconds)


def _forget(state: State, root: Root, kept: Iterable[str]) -> None:
    """Drops what is known of the project's files that are neither open nor reported any more."""
    keep = set(kept)
    for path in [path for path, known in state.known.items() if known.root == root]:
        if path not in keep:
            del state.known[path]
