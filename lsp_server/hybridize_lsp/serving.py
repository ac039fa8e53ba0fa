"""The server on standard streams or on a port of this machine."""

from __future__ import annotations

import logging
import sys
from typing import BinaryIO, cast

from hybridize_lsp.engine import started, stop
from hybridize_lsp.streams import take_streams


def serve(port: int | None = None, host: str = "127.0.0.1") -> int:
    """Serves one client: on standard streams, or the first that connects to the port; the exit code when it has left."""
    streams = take_streams() if port is None else None
    engine = started()
    # The protocol's types take as long to import as the worker takes to get ready.
    from hybridize_lsp.leaving import EndingInput
    from hybridize_lsp.server import create_server

    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="[%(levelname)s] %(message)s")
    # Whatever pygls logs of errors, `Server.report_server_error` logs too, once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = create_server(engine)
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
        stop(engine)
    return 0
