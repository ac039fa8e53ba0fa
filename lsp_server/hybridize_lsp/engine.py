"""The worker process, seen from the server: started when needed, asked, ended."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
from dataclasses import dataclass, field

from hybridize_lsp.jobs import Answer, Interrupt, Job, Repair, RepairJob, Repairs
from hybridize_lsp.worker import HEADER, Failure, Reply, frame

# `-I`: neither the working directory nor the user's variables may put a module before one of ours.
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from hybridize_lsp import worker; worker.main()"
)


class WorkerDied(Exception):  # noqa: N818 - it names what happened
    """The worker process has ended, killed by us or by somebody else."""


class JobFailed(Exception):  # noqa: N818 - it names what happened
    """A fault of ours ended an analysis; the text is the traceback."""


@dataclass(slots=True)
class Engine:
    """The worker, if there is one.  stopped: the last one was ended by us.  busy: held while it is asked."""

    process: asyncio.subprocess.Process | None = None
    stopped: bool = False
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


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


async def _asked(engine: Engine, job: Job | RepairJob) -> Reply:
    """One job at a time."""
    async with engine.busy:
        reply = await _exchanged(engine, job)
    if isinstance(reply, Failure):
        raise JobFailed(reply.text)
    return reply


async def _exchanged(engine: Engine, job: Job | RepairJob) -> Reply:
    process = engine.process
    if process is None or process.returncode is not None:
        process = engine.process = await _start()
        engine.stopped = False
    assert process.stdin is not None
    try:
        process.stdin.write(frame(job))
        await process.stdin.drain()
        while True:
            reply = await _receive(process)
            if reply.number == job.number:
                return reply
    except (asyncio.IncompleteReadError, ConnectionError, OSError):
        _end(engine)
        raise WorkerDied from None


def interrupt(engine: Engine, number: int) -> None:
    """Has a job that settles make way."""
    process = engine.process
    if process is not None and process.stdin is not None and process.returncode is None:
        process.stdin.write(frame(Interrupt(number)))


def stop(engine: Engine) -> None:
    """Ends the worker, whatever it is at; the next job has a new one."""
    engine.stopped = True
    _end(engine)


def _end(engine: Engine) -> None:
    process, engine.process = engine.process, None
    if process is not None and process.returncode is None:
        process.kill()


async def _receive(process: asyncio.subprocess.Process) -> Reply:
    assert process.stdout is not None
    header = await process.stdout.readexactly(HEADER)
    content = await process.stdout.readexactly(int.from_bytes(header, "big"))
    reply: Reply = pickle.loads(content)
    return reply


async def _start() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-c",
        _START,
        json.dumps(sys.path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=os.name == "posix",  # Ctrl-C in a terminal is for the server
    )
