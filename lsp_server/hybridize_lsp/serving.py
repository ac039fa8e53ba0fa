"""The server on standard streams or on a port of this machine."""

from __future__ import annotations

import logging
import socket
import sys
from io import BufferedReader
from typing import BinaryIO, cast

from hybridize_lsp.engine import started, stop
from hybridize_lsp.streams import take_streams


def serve(port: int | None = None, host: str = "127.0.0.1") -> int:
    """Serves one client: on standard streams, or the first that connects to the port.

    Returns:
        What the process exits with: 0 if the client has said beforehand that it would leave, as the protocol wants it.
    """
    streams = take_streams() if port is None else None
    engine = started()
    # The protocol's types take as long to import as the worker takes to get ready.
    from hybridize_lsp.frames import Frames
    from hybridize_lsp.leaving import EndingInput
    from hybridize_lsp.protocol import was_shut_down
    from hybridize_lsp.server import create_server

    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="[%(levelname)s] %(message)s")
    # Whatever pygls logs of errors, `Server.report_server_error` logs too, once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = create_server(engine)
    try:
        source, target = _connected(host, port) if streams is None else streams
        server.start_io(cast("BinaryIO", Frames(EndingInput(source))), target)
    finally:
        stop(engine)
    return 0 if was_shut_down(server) else 1


def _connected(host: str, port: int | None) -> tuple[BufferedReader, BinaryIO]:
    """The streams of the first client that connects."""
    with socket.create_server((host, port or 0)) as listening:
        logging.getLogger("hybridize").info("serving on %s:%s", *listening.getsockname()[:2])
        connection, _ = listening.accept()
    with connection:
        return connection.makefile("rb"), connection.makefile("wb")
