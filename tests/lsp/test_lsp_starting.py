"""How the server is started: as a command, on a port, and without what it needs."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys

from lsp_editor import PARTS, editor
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

COMMAND = [sys.executable, "-m", "hybridize_cli", "lsp"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(PARTS)}


def test_the_command_serves(tmp_path):
    async def session():
        async with editor(tmp_path, command=COMMAND) as edit:
            assert edit.server.server_info.name == "hybridize"
            able = edit.server.capabilities
            assert able.diagnostic_provider.inter_file_dependencies
            assert able.code_action_provider.resolve_provider
            assert {"hybridize.convertFile", "hybridize.showReport"} <= set(
                able.execute_command_provider.commands
            )

    asyncio.run(session())


def test_a_port_serves_one_client_and_the_server_ends_with_it(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([*COMMAND, "--tcp", str(port)], cwd=tmp_path, env=ENVIRONMENT)

    async def session():
        client = LanguageClient("test", "1")
        for _ in range(300):
            try:
                await client.start_tcp("127.0.0.1", port)
                break
            except OSError:
                await asyncio.sleep(0.1)
        result = await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        assert result.server_info.name == "hybridize"
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()

    try:
        asyncio.run(session())
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.wait()


def test_without_pygls_the_command_says_what_to_install(tmp_path):
    code = "import sys; sys.modules['pygls'] = None; from hybridize_cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code, "lsp"],
        env=ENVIRONMENT,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "the extra `lsp` brings (`pip install '.[lsp]'` in a clone)" in done.stderr
