"""A progress bar in the editor for what takes long, with a button to cancel it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass

from lsprotocol.types import WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport
from pygls.lsp.server import LanguageServer

from hybridize_lsp.state import State, keep

_PATIENCE = 1.0  # seconds before anything is shown


@dataclass(slots=True)
class Shown:
    """One progress bar.

    cancel: ends the work.  token: None while it is not shown.  over: the work has ended.  message: how far it is.
    """

    server: LanguageServer
    title: str
    cancel: Callable[[], None]
    token: str | None = None
    over: bool = False
    message: str | None = None

    def report(self, message: str) -> None:
        """Shows how far the work is."""
        self.message = message
        if self.token is not None:
            self.server.work_done_progress.report(self.token, WorkDoneProgressReport(message=message))


@asynccontextmanager
async def show_progress(state: State, title: str, cancel: Callable[[], None]) -> AsyncIterator[Shown]:
    """Shows a bar from the first second on until the block ends."""
    shown = Shown(state.server, title, cancel)
    start = asyncio.get_running_loop().call_later(_PATIENCE, _begin_later, state, shown)
    try:
        yield shown
    finally:
        start.cancel()
        shown.over = True
        _end(state, shown)


def _begin_later(state: State, shown: Shown) -> None:
    if state.support.progress:
        keep(state, _begin(state, shown))


async def _begin(state: State, shown: Shown) -> None:
    token, bars = str(uuid.uuid4()), state.server.work_done_progress
    await bars.create_async(token)
    if shown.over:
        bars.tokens.pop(token, None)
        return
    bars.tokens[token].add_done_callback(lambda future: _cancel(shown, future))
    bars.begin(token, WorkDoneProgressBegin(shown.title, cancellable=True, message=shown.message))
    shown.token = token


def _cancel(shown: Shown, future: Future[None]) -> None:
    if future.cancelled() and not shown.over:
        shown.cancel()


def _end(state: State, shown: Shown) -> None:
    if shown.token is not None:
        bars = state.server.work_done_progress
        bars.end(shown.token, WorkDoneProgressEnd())
        bars.tokens.pop(shown.token, None)
        shown.token = None
