"""The process that parses and compiles modules for another one (`apart.py`), which survives it."""

from __future__ import annotations

import json
import os
import threading
from typing import Any

from hybridize_runtime.vm.device import Device
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Module, Spec
from hybridize_runtime.vm.messages import KERNEL, REFUSED, read, write
from hybridize_runtime.vm.modules import check_module


def main() -> None:
    """Compiles what comes in, until the process that asks has ended."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    asked: list[tuple[bytes, bytes]] = []
    more = threading.Semaphore(0)

    def listen() -> None:
        while (head := read(source)) is not None and (code := read(source)) is not None:
            asked.append((head, code))
            more.release()
        os._exit(0)  # nobody waits, whatever is being compiled

    threading.Thread(target=listen, daemon=True).start()
    devices: dict[tuple[str, bool], Any] = {}
    while more.acquire():
        write(target, _answer(*asked.pop(0), devices))


def _answer(head: bytes, code: bytes, devices: dict[tuple[str, bool], Any]) -> bytes:
    told = json.loads(head)
    specs = {
        name: tuple(Spec(tuple(shape), dtype) for shape, dtype in told[name])
        for name in ("arguments", "results")
    }
    module = Module(told["file"], specs["arguments"], specs["results"])
    where = told["platform"], told["alone"]
    try:
        check_module(code, module, told["largest"])
        if where[0] != "cpu":  # its memory is for the process that runs the model
            return KERNEL
        if where not in devices:
            devices[where] = Device(*where[:1], alone=where[1])
        return KERNEL + bytes(devices[where].compiled(code, module).serialize())
    except ArchiveError as error:
        return REFUSED + str(error).encode("utf-8", "replace")
