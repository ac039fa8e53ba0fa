"""The worker process, seen from the server: started when needed, asked, ended."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from hybridize_lsp.deltas import Changes, Passed
from hybridize_lsp.jobs import Answer, Explanation, Interrupt, Job, Repair, RepairJob, Repairs, WhyJob
from hybridize_lsp.worker import HEADER, Asked, Failure, Reply, Sent, frame

# `-I`: neither the working directory nor the user's variables may put a module before one of ours.
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from hybridize_lsp import worker; worker.main()"
)


class WorkerDied(Exception):  # noqa: N818 - it names what happened
    """The worker process has ended, killed by us or by somebody else."""


class JobFailed(Exception):  # noqa: N818 - it names what happened
    """A fault of ours ended an analysis; the text is the traceback."""


@dataclass(slots=True, eq=False)
class Worker:
    """One process.  waiting: for replies, by the number of the job.  heard: a thread reads them.  gone: it has ended.
    passed: what its last answer said.

    Threads and pipes instead of asyncio's processes: those need a loop, and the worker is started before there is one.
    """

    process: subprocess.Popen[bytes]
    waiting: dict[int, asyncio.Future[Reply]] = field(default_factory=dict)
    writing: threading.Lock = field(default_factory=threading.Lock)
    passed: Passed = field(default_factory=Passed)
    heard: bool = False
    gone: bool = False


@dataclass(slots=True)
class Engine:
    """The worker, if there is one.  stopped: the last one was ended by us.  busy: held while it is asked."""

    worker: Worker | None = None
    stopped: bool = False
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


def started() -> Engine:
    """An engine whose worker is getting ready while the server does."""
    return Engine(_launch())


async def ask(engine: Engine, job: Job) -> Answer | None:
    """The answer to one job, None if it made way for another.

    Raises:
        WorkerDied: before it answered.
        JobFailed: the analysis did.
    """
    reply = await _asked(engine, job)
    return reply if isinstance(reply, Answer) else None


async def ask_repairs(engine: Engine, job: RepairJob) -> tuple[Repair, ...]:
    """The repairs that were found; raises as `ask` does."""
    reply = await _asked(engine, job)
    return reply.found if isinstance(reply, Repairs) else ()


async def ask_why(engine: Engine, job: WhyJob) -> Explanation:
    """The explanation that was asked for; raises as `ask` does."""
    reply = await _asked(engine, job)
    return reply if isinstance(reply, Explanation) else Explanation(job.number, problem="it was interrupted")


async def _asked(engine: Engine, job: Asked) -> Reply:
    """One job at a time."""
    async with engine.busy:
        reply = await _exchanged(engine, job)
    if isinstance(reply, Failure):
        raise JobFailed(reply.text)
    return reply


async def _exchanged(engine: Engine, job: Asked) -> Reply:
    loop, worker = asyncio.get_running_loop(), engine.worker
    if worker is None or worker.gone or worker.process.poll() is not None:
        worker = engine.worker = _launch()
        engine.stopped = False
    if not worker.heard:
        worker.heard = True
        threading.Thread(target=_hear, args=(worker, loop), daemon=True).start()
    reply: asyncio.Future[Reply] = loop.create_future()
    worker.waiting[job.number] = reply
    try:
        await asyncio.to_thread(_send, worker, job)
        if worker.gone:
            raise WorkerDied
        return await reply
    except (OSError, ValueError, WorkerDied):
        _end(engine)
        raise WorkerDied from None
    finally:
        del worker.waiting[job.number]


def interrupt(engine: Engine, number: int) -> None:
    """Has a job that settles make way."""
    if engine.worker is not None:
        with suppress(OSError, ValueError):  # it has ended
            _send(engine.worker, Interrupt(number))


def stop(engine: Engine) -> None:
    """Ends the worker, whatever it is at; the next job has a new one."""
    engine.stopped = True
    _end(engine)


def _end(engine: Engine) -> None:
    worker, engine.worker = engine.worker, None
    if worker is not None:
        worker.process.kill()


def _send(worker: Worker, message: object) -> None:
    assert worker.process.stdin is not None
    with worker.writing:
        worker.process.stdin.write(frame(message))
        worker.process.stdin.flush()


def _hear(worker: Worker, loop: asyncio.AbstractEventLoop) -> None:
    """Passes replies on to the loop, until the process has ended."""
    with suppress(RuntimeError):  # the loop is closed: nobody waits
        with worker.process as process:
            while (sent := _receive(process)) is not None:
                reply = worker.passed.answer(sent) if isinstance(sent, Changes) else sent
                loop.call_soon_threadsafe(_answer, worker, reply)
        loop.call_soon_threadsafe(_lose, worker)


def _receive(process: subprocess.Popen[bytes]) -> Sent | None:
    assert process.stdout is not None
    header = process.stdout.read(HEADER)
    size = int.from_bytes(header, "big")
    content = process.stdout.read(size) if len(header) == HEADER else b""
    reply: Sent | None = pickle.loads(content) if content and len(content) == size else None
    return reply


def _answer(worker: Worker, reply: Reply) -> None:
    waiting = worker.waiting.get(reply.number)
    if waiting is not None and not waiting.done():  # else whoever asked has gone
        waiting.set_result(reply)


def _lose(worker: Worker) -> None:
    worker.gone = True
    for waiting in worker.waiting.values():
        if not waiting.done():
            waiting.set_exception(WorkerDied())


def _launch() -> Worker:
    command = [sys.executable, "-I", "-c", _START, json.dumps(sys.path)]
    # Ctrl-C in a terminal is for the server.
    session = os.name == "posix"
    return Worker(
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=session)
    )
