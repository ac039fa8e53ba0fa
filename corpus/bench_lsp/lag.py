"""How long an event loop is kept waiting by an analysis in a thread beside it, and by one in a process."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.workspace.files import find_files
from hybridize_analyzer.workspace.reading import read_sources
from hybridize_analyzer.workspace.settings import load_settings

_TICK = 0.001


def lags(root: Path) -> dict[str, list[float]]:
    """Seconds that each tick of a loop came late while the project was analysed."""
    spawned = multiprocessing.get_context("spawn")
    return {
        "thread": asyncio.run(_lags(ThreadPoolExecutor(1), root)),
        "process": asyncio.run(_lags(ProcessPoolExecutor(1, spawned), root)),
    }


async def _lags(executor: Executor, root: Path) -> list[float]:
    loop, late = asyncio.get_running_loop(), []
    with executor:
        work = loop.run_in_executor(executor, analyze_folder, root)
        while not work.done():
            started = time.perf_counter()
            await asyncio.sleep(_TICK)
            late.append(time.perf_counter() - started - _TICK)
        await work
    return late


def analyze_folder(root: Path) -> int:
    """Analyses a project from nothing; the number of its functions."""
    files = find_files([root], root, load_settings(root).file_filter())
    sources = read_sources(files.requested, root)[0]
    return len(analyze(root, sources).functions)
