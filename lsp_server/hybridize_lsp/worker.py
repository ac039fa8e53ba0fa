"""The process that analyses, so that the one that talks to the editor is never busy.

It reads jobs from standard input and writes answers to standard output: a length of 8 bytes, then a pickle.  When the
server ends, however it ends, the input ends, and so does this process.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import queue
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, BinaryIO

from hybridize_analyzer.report import (
    Assumption,
    Evidence,
    Finding,
    FunctionReport,
    Hazard,
    Location,
    Parameter,
    Tracing,
)

from hybridize_lsp.deltas import Changes, Passed
from hybridize_lsp.facts import Outline
from hybridize_lsp.jobs import Answer, Explanation, Interrupt, Job, RepairJob, Repairs, WhyJob
from hybridize_lsp.streams import take_streams

HEADER = 8
_MANY = 200_000  # objects: no edit leaves as many


@dataclass(frozen=True, slots=True)
class Failure:
    """A job that ended in a fault of ours."""

    number: int
    text: str


class Interrupted(BaseException):
    """A job that settled and made way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


Reply = Answer | Repairs | Explanation | Failure | Interrupted
Sent = Changes | Repairs | Explanation | Failure | Interrupted
Asked = Job | RepairJob | WhyJob


def frame(message: object) -> bytes:
    """A message as it goes through the pipe."""
    content = io.BytesIO()
    pickler = pickle.Pickler(content, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _BY_FIELDS
    pickler.dump(message)
    return content.tell().to_bytes(HEADER, "big") + content.getvalue()


def _by_fields(kind: type[Any]) -> Callable[[Any], tuple[type[Any], tuple[Any, ...]]]:
    names = [field.name for field in fields(kind)]
    return lambda value: (kind, tuple([getattr(value, name) for name in names]))


_BY_FIELDS: dict[type, Callable[[Any], tuple[type[Any], tuple[Any, ...]]]] = {
    kind: _by_fields(kind)
    for kind in (Assumption, Evidence, Finding, FunctionReport, Hazard, Location, Outline, Parameter, Tracing)
}
"""What answers are full of: as constructors with arguments they take a third of the time of frozen dataclasses' own way."""


def main() -> None:
    """Works until the input ends."""
    source, target = take_streams()
    jobs: queue.SimpleQueue[Asked] = queue.SimpleQueue()
    interrupted: set[int] = set()
    threading.Thread(target=_read, args=(source, jobs, interrupted), daemon=True).start()
    from hybridize_lsp.reporting import Trees

    trees: Trees = {}
    passed = Passed()
    while True:
        job = jobs.get()
        reply = _reply(job, trees, interrupted)
        _write(target, passed.changes(reply) if isinstance(reply, Answer) else reply)


def _read(source: BinaryIO, jobs: queue.SimpleQueue[Asked], interrupted: set[int]) -> None:
    while (header := source.read(HEADER)) and len(header) == HEADER:
        message = pickle.loads(source.read(int.from_bytes(header, "big")))
        if isinstance(message, Interrupt):
            interrupted.add(message.number)
        else:
            jobs.put(message)
    os._exit(0)  # the server is gone: an analysis that runs has nobody to answer to


def _reply(job: Asked, trees: Any, interrupted: set[int]) -> Reply:
    from hybridize_lsp.reporting import answer

    if isinstance(job, RepairJob):
        return _repairs(job, trees)
    if isinstance(job, WhyJob):
        return _explanation(job, trees)

    def pulse() -> None:
        if job.number in interrupted:
            raise Interrupted(job.number)

    try:
        found = answer(job, trees, pulse)
        _set_aside(settled=job.settle and found.unsettled)
        return found
    except Interrupted as made_way:
        interrupted.discard(job.number)
        return made_way
    except Exception:
        trees.pop(job.root, None)
        return Failure(job.number, traceback.format_exc())


def _set_aside(*, settled: bool) -> None:
    """Spares the collector of garbage what an analysis has left: it would look through all of that after edits.

    settled: an analysis has taken the place of another, which is garbage.
    """
    if settled:
        gc.unfreeze()
        gc.collect()
    if settled or gc.get_count()[0] > _MANY:
        gc.freeze()


def _repairs(job: RepairJob, trees: Any) -> Reply:
    from hybridize_lsp.mending import repairs

    try:
        return repairs(job, trees[job.root]) if job.root in trees else Repairs(job.number, ())
    except Exception:
        return Failure(job.number, traceback.format_exc())
    finally:
        gc.collect()  # the analyses of candidates, before they are set aside with what is kept


def _explanation(job: WhyJob, trees: Any) -> Reply:
    from hybridize_lsp.explaining import explanation

    try:
        if job.root not in trees:
            return Explanation(job.number, problem="the project has not been analysed yet")
        return explanation(job, trees[job.root])
    except Exception:
        return Failure(job.number, traceback.format_exc())
    finally:
        gc.collect()


def _write(target: BinaryIO, reply: Sent) -> None:
    try:
        target.write(frame(reply))
        target.flush()
    except OSError:
        os._exit(0)


if __name__ == "__main__":
    # Under this name the classes would be pickled as those of `__main__`.
    from hybridize_lsp import worker

    worker.main()
