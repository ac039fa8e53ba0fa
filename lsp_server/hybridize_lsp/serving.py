"""The server on standard streams or on a port of this machine."""

from __future__ import annotations

import logging
import os
import sys
from typing import BinaryIO, cast

from hybridize_lsp.engine import stop
from hybridize_lsp.leaving import EndingInput
from hybridize_lsp.server import create_server


def serve(port: int | None = None, host: str = "127.0.0.1") -> int:
    """Serves one client: on standard streams, or the first that connects to the port; the exit code when it has left."""
    streams = _take_streams() if port is None else None
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="[%(levelname)s] %(message)s")
    # Whatever pygls logs of errors, `Server.report_server_error` logs too, once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server, state = create_server()
    try:
        if streams is not None:
            source, target = streams
            server.start_io(cast("BinaryIO", EndingInput(source)), target)
        else:
            assert port is not None
            server.start_tcp(host, port)
    except SystemExit as left:  # how pygls leaves a connection
        return left.code if isinstance(left.code, int) else 1
    finally:
        stop(state.engine)
    return 0


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The client's streams; whatever else prints, in this process or below it, gets the log."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, target
