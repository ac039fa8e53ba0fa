"""A progress bar in the editor for analyses that take long; its cancel button ends the worker."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from lsprotocol.types import WorkDoneProgressBegin, WorkDoneProgressEnd
from pygls.lsp.server import LanguageServer

from hybridize_lsp.engine import stop
from hybridize_lsp.jobs import Root
from hybridize_lsp.state import State, keep

_PATIENCE = 1.0  # seconds before anything is shown


@dataclass(slots=True)
class Shown:
    """One progress bar.  token: None while it is not shown.  over: the work has ended."""

    server: LanguageServer
    token: str | None = None
    over: bool = False


@asynccontextmanager
async def show_progress(state: State, root: Root) -> AsyncIterator[Shown]:
    """Shows a bar from the first second on until the block ends."""
    shown = Shown(state.server)
    start = asyncio.get_running_loop().call_later(_PATIENCE, _begin_later, state, root, shown)
    try:
        yield shown
    finally:
        start.cancel()
        shown.over = True
        _end(state, shown)


def _begin_later(state: State, root: Root, shown: Shown) -> None:
    if state.support.progress:
        keep(state, _begin(state, root, shown))


async def _begin(state: State, root: Root, shown: Shown) -> None:
    token, bars = str(uuid.uuid4()), state.server.work_done_progress
    await bars.create_async(token)
    if shown.over:
        bars.tokens.pop(token, None)
        return
    bars.tokens[token].add_done_callback(lambda future: _cancel(state, shown, future))
    title = f"Analysing {Path(root.folder).name}"
    bars.begin(token, WorkDoneProgressBegin(title=title, cancellable=True))
    shown.token = token


def _cancel(state: State, shown: Shown, future: Future[None]) -> None:
    if future.cancelled() and not shown.over:
        stop(state.engine)


def _end(state: State, shown: Shown) -> None:
    if shown.token is not None:
        bars = state.server.work_done_progress
        bars.end(shown.token, WorkDoneProgressEnd())
        bars.tokens.pop(shown.token, None)
        shown.token = None
