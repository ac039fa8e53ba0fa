"""`hybridize verify` and `hybridize measure` of a file or a folder, by a command that the user names.

They run as processes of their own: the program of the user has no place in the server, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pygls.uris import to_fs_path

from hybridize_lsp.answers import failed
from hybridize_lsp.progress import show_progress
from hybridize_lsp.state import State

log = logging.getLogger("hybridize")
Proof = Literal["verify", "measure"]
_START = """
import json, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path[:] = json.loads(sys.argv.pop(1))
from hybridize_cli.main import run
run()
"""
"""Finds the packages where the server found them, and leaves the environment of the user's command alone.

Can be interrupted, also where the editor was started in the background of a script: shells have such programs, and all
that they start, ignore interrupts.
"""


async def run_proof(state: State, proof: Proof, uri: str, command: str) -> dict[str, Any]:
    """Runs the command on the original and on the edited program: `exitCode` (docs/verify.md) and `text`, for people.

    uri: of a file or folder.  command: as typed; it is looked for beside the server's Python first.

    Raises:
        JsonRpcException: there is no such file, or the command has no words.
    """
    path, words = place_and_words(uri, command)
    process = await start([proof], path, words, stderr=subprocess.STDOUT)
    try:
        async with show_progress(
            state, f"hybridize {proof}: {shlex.join(words)}", lambda: interrupt(process)
        ):
            output, _ = await process.communicate()
    finally:
        interrupt(process)
    text = output.decode("utf-8", "replace")
    log.info("hybridize %s %s -- %s\n%s", proof, path, shlex.join(words), text)
    return {"exitCode": process.returncode, "text": text}


def place_and_words(uri: str, command: str) -> tuple[Path, list[str]]:
    """The file or folder, and the words of the command.

    Raises:
        JsonRpcException: there is no such file, or the command has no words.
    """
    path = Path(to_fs_path(uri) or "")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise failed(f"the command cannot be read: {error}; close every quote") from None
    if not words:
        raise failed("there is no command to run the program by; give one, such as `python train.py`")
    if not path.is_absolute() or not path.exists():
        raise failed(f"{uri} is no file or folder of this machine; save it first")
    return path, words


async def start(
    arguments: Sequence[str], path: Path, words: Sequence[str], *, stderr: int
) -> asyncio.subprocess.Process:
    """Starts `hybridize` on a path, with a command of the user behind `--`, in the folder of the path."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", _START, json.dumps(sys.path), *arguments, str(path), "--", *words,
        cwd=path if path.is_dir() else path.parent, env=_environment(), start_new_session=os.name == "posix",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
    )  # fmt: skip


def _environment() -> dict[str, str]:
    """With the Python that runs the server first on the path: it is the one that the editor has chosen."""
    here = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": os.pathsep.join([here, os.environ.get("PATH", "")])}


def interrupt(process: asyncio.subprocess.Process) -> None:
    """As Ctrl-C does: what it has begun is ended with it, and its copies are deleted."""
    if process.returncode is None:
        process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
