"""Clients that send what the protocol does not allow: everybody who asks is answered, and nothing makes the server deaf."""

from __future__ import annotations

import io
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hybridize_lsp.frames import LARGEST, Frames
from lsp_editor import PARTS, PATIENCE
from lsp_programs import PROGRAM


class Wire:
    """A server, and the bytes that go to it and come from it."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PARTS)}
        command = [sys.executable, "-m", "hybridize_lsp"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment
        )
        self.answers: queue.Queue[dict] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        out = self.process.stdout
        while line := out.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
                while out.readline().strip():
                    pass
                self.answers.put(json.loads(out.read(length)))

    def send(self, content: bytes) -> None:
        self.process.stdin.write(content)
        self.process.stdin.flush()

    def say(self, method: str, params: object, number: int | None = None) -> None:
        told = {"jsonrpc": "2.0", "method": method, "params": params}
        self.send(framed(told if number is None else {**told, "id": number}))

    def answer(self, number: int | None) -> dict:
        """The answer to a request; what else comes is passed over."""
        while True:
            told = self.answers.get(timeout=PATIENCE)
            if "method" not in told and told.get("id") == number:
                return told

    def hears(self, number: int) -> bool:
        """Whether the server answers a request that is as it should be."""
        self.say("hybridize/functions", {}, number)
        return "result" in self.answer(number)

    def start(self, folder: Path) -> None:
        self.say("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}, 1)
        assert "result" in self.answer(1)
        self.say("initialized", {})


def framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


@pytest.fixture
def wire(project):
    server = Wire()
    try:
        server.start(project)
        yield server
    finally:
        server.process.kill()
        server.process.wait()
        server.process.stdin.close()
        server.process.stdout.close()


def test_leaving_without_a_shutdown_is_an_error(wire):
    wire.say("exit", None)
    assert wire.process.wait(PATIENCE) == 1


def test_leaving_after_a_shutdown_is_none(wire):
    wire.say("shutdown", None, 2)
    assert wire.answer(2)["result"] is None
    wire.say("hybridize/functions", {}, 3)
    assert wire.answer(3)["error"]["code"] == -32600
    wire.say("exit", None)
    assert wire.process.wait(PATIENCE) == 0


METHODS = [
    "textDocument/diagnostic",
    "workspace/diagnostic",
    "textDocument/codeAction",
    "codeAction/resolve",
    "textDocument/hover",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "workspace/executeCommand",
]


def test_requests_with_wrong_parameters_are_answered_with_an_error(wire):
    wrong = [
        None,
        5,
        "x",
        [],
        {"textDocument": 5},
        {"range": {}},
        {"command": "hybridize.verify", "arguments": [1]},
    ]
    asked = [(method, params) for method in METHODS for params in wrong]
    for number, (method, params) in enumerate(asked, 10):
        wire.say(method, params, number)
        assert "error" in wire.answer(number), (method, params)
    assert wire.hears(2)


def test_the_workspace_has_an_answer_where_only_open_files_are_analysed(wire):
    wire.say("workspace/diagnostic", {"previousResultIds": []}, 2)
    assert wire.answer(2)["result"] == {"items": []}


@pytest.mark.parametrize(
    "noise",
    [
        b"no header at all\r\n\r\n",
        b"Content-Length: many\r\n\r\n{}",
        b"Content-Length: -5\r\n\r\n{}",
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: 3\r\n\r\n{{{",
        b'Content-Length: 5\r\n\r\n{"jsonrpc":"2.0","method":"shutdown"}',
        b'Content-Length: 60\r\n\r\n{"jsonrpc":"2.0","method":"x"}',
        b"Content-Length: 10000000000000\r\n\r\n{}",
        b"Content-Length: " + 5000 * b"9" + b"\r\n\r\n{}",
        b"Content-Length: 6\r\nContent-Length: 2\r\n\r\n{}",
        b"Content-Length: 4\r\n\r\n[[]]",
        b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc",
        b"Content-Length: 100000\r\n\r\n" + 50_000 * b"[" + 50_000 * b"]",
    ],
    ids=lambda noise: repr(noise[:40]),
)
def test_noise_costs_no_message_after_it(wire, noise):
    wire.send(noise)
    assert wire.hears(2)


def read_all(content: bytes) -> list[bytes]:
    frames, found = Frames(io.BufferedReader(io.BytesIO(content))), []
    while line := frames.readline():
        length = int(line.partition(b":")[2])
        assert frames.readline() == b"\r\n"
        found.append(frames.read(length))
        assert len(found[-1]) == length
    return found


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 2\n\n",
        b"CONTENT-LENGTH:2  \r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 2\r\nContent-Type: x\r\n\r\n",
        b"Content-Length: 0000000000000002\r\n\r\n",
    ],
)
def test_headers_that_differ_in_form_only_are_read(header):
    assert read_all(header + b"{}" + header + b"[]") == [b"{}", b"[]"]


def test_a_length_beyond_all_measure_is_passed_over_without_keeping_what_follows():
    content = b"Content-Length: %d\r\n\r\n" % (LARGEST + 1) + (1 << 22) * b"x" + framed({})
    frames = Frames(io.BufferedReader(io.BytesIO(content)))
    assert frames.readline() == b"Content-Length: 2\r\n"
    assert len(frames._held) < 1 << 17


def test_a_message_larger_than_what_comes_at_once_is_read():
    body = b'{"text": "' + (1 << 20) * b"Content-Length: 5" + b'"}'
    assert read_all(b"Content-Length: %d\r\n\r\n" % len(body) + body) == [body]


def test_documents_that_were_never_opened_are_no_fault(wire, project):
    document = {"uri": (project / "nowhere.py").as_uri()}
    wire.say(
        "textDocument/didChange",
        {"textDocument": {**document, "version": 3}, "contentChanges": [{"text": PROGRAM}]},
    )
    wire.say("textDocument/didClose", {"textDocument": document})
    wire.say(
        "textDocument/hover", {"textDocument": document, "position": {"line": 10**6, "character": 10**6}}, 2
    )
    assert wire.answer(2).get("result") is None
    assert wire.hears(3)
