"""A progress bar on standard error, for people who wait longer than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

Progress = Callable[[int, int], None]
_PATIENCE = 1.0  # seconds without a bar


@contextmanager
def progress_bar(task: str = "analysing", *, shown: bool) -> Iterator[Progress | None]:
    """What to call with (done, total); None where nobody looks, or nothing is to be `shown`."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    bar: Bar | None = None

    def progress(done: int, total: int) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > _PATIENCE:
            bar = _start()
            bar.add_task(task, total=total)
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=total)

    try:
        yield progress
    finally:
        if bar is not None:
            bar.stop()


def _start() -> Bar:
    from rich.console import Console
    from rich.progress import Progress as Bar

    bar = Bar(console=Console(stderr=True), transient=True)
    bar.start()
    return bar
