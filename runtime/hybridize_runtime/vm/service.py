"""Requests of many threads, merged into batches."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.vm.model import Model, Request


class Service:
    """Runs a model in a thread of its own; requests that arrive within `wait` seconds become one batch.

    `most`: graphs in a batch.  Use it as a context: leaving it answers what was submitted, then stops.
    """

    def __init__(self, model: Model, wait: float = 0.002, most: int = 256) -> None:
        self.model, self.wait, self.most = model, wait, most
        self.batches = 0
        self._queue: queue.SimpleQueue[tuple[Request, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="hybridize-vm", daemon=True)
        self._thread.start()

    def submit(self, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any]) -> Future[Any]:
        """The results of `model(graphs, inputs)`, later."""
        future: Future[Any] = Future()
        self._queue.put(((graphs, inputs), future))
        return future

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            jobs, last = self._more([first])
            jobs = [job for job in jobs if job[1].set_running_or_notify_cancel()]
            if jobs:
                self._answer(jobs)
            if last:
                return

    def _more(self, jobs: list[Any]) -> tuple[list[Any], bool]:
        """What else arrives in time; whether the service is to stop."""
        until, count = time.monotonic() + self.wait, len(jobs[0][0][0])
        while count < self.most:
            try:
                job = self._queue.get(timeout=max(until - time.monotonic(), 0))
            except queue.Empty:
                return jobs, False
            if job is None:
                return jobs, True
            jobs.append(job)
            count += len(job[0][0])
        return jobs, False

    def _answer(self, jobs: Sequence[tuple[Request, Future[Any]]]) -> None:
        """One batch; where it fails, one by one, so that a bad request fails alone."""
        self.batches += 1
        try:
            found = self.model.many([request for request, _ in jobs])
        except Exception:
            for (graphs, inputs), future in jobs:
                try:
                    future.set_result(self.model(graphs, inputs))
                except Exception as error:
                    future.set_exception(error)
            return
        for (_, future), result in zip(jobs, found, strict=True):
            future.set_result(result)
