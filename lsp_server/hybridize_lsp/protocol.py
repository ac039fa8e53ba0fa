"""What we change in pygls: how it splits lines, what it keeps, and what it does with errors that nobody waits for."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, cast

from lsprotocol import types as lsp
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.workspace import TextDocument, Workspace

from hybridize_lsp.lines import split_lines

NAME = "hybridize"
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
CONTENT_MODIFIED = -32801
REQUEST_FAILED = -32803
EXPECTED = frozenset({CONTENT_MODIFIED, REQUEST_FAILED})
"""Codes of answers that say why there is no answer: the client is told, and nothing is wrong."""
log = logging.getLogger("hybridize")


class _Document(TextDocument):
    """pygls also ends lines at form feeds and other separators, where neither the protocol nor Python does."""

    @property
    def lines(self) -> Sequence[str]:
        return split_lines(self.source)


class _Workspace(Workspace):
    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return _Document(
            doc_uri,
            source,
            version,
            language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )


class _Futures(dict[Any, Any]):
    """What is under way. A shutdown cancels all of it while it walks over `items`, and what is cancelled is taken out."""

    def items(self) -> Any:
        return list(super().items())


class Protocol(LanguageServerProtocol):
    """The protocol with our workspace; pygls keeps what notifications have come to for ever, we do not."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._request_futures = _Futures()

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as an object of the protocol; None for a request that is answered by what is wrong with it."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" not in data or "method" not in data:
                raise
            reason = f"the parameters of `{data['method']}` are not those of the protocol"
            self._refuse(data["id"], JsonRpcInvalidParams(reason) if data.get("params") else error)
            return None

    def handle_message(self, message: Any) -> None:
        """Has a message handled; whoever waits for an answer gets one, whatever the message is."""
        if message is None:
            return
        number = getattr(message, "id", None)
        if not hasattr(message, "jsonrpc") or message.jsonrpc != self.VERSION:
            self._refuse(number, JsonRpcException("this is no message of JSON-RPC 2.0", INVALID_REQUEST))
        elif self._shutdown and number is not None and hasattr(message, "method"):
            self._refuse(number, JsonRpcException("the server has been shut down", INVALID_REQUEST))
        else:
            super().handle_message(message)

    def _refuse(self, number: Any, error: JsonRpcException) -> None:
        known = number if isinstance(number, (int, str)) else None
        log.info("%s", error)
        self._send_response(known, error=error.to_response_error())  # type: ignore[arg-type]

    def _execute_handler(self, msg_id: Any, handler: Any, callback: Any, *rest: Any, **keywords: Any) -> None:
        def done(future: Any) -> None:
            self._request_futures.pop(msg_id, None)
            callback(future)

        super()._execute_handler(msg_id, handler, done, *rest, **keywords)


class Server(LanguageServer):
    """A server whose errors go to the log: a toast for each would bury the editor."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, converter_factory=default_converter, **keywords)

    def report_server_error(self, error: Exception, source: Any) -> None:
        if source is JsonRpcException and isinstance(error, (ValueError, RecursionError)):
            refused = JsonRpcException(f"this is no JSON: {error}", PARSE_ERROR)
            cast("Protocol", self.protocol)._refuse(None, refused)
        elif source is FeatureRequestError and getattr(error, "code", None) in EXPECTED:
            log.info("%s", error)
        else:
            log.error("%s", error, exc_info=error)


def was_shut_down(server: LanguageServer) -> bool:
    """Whether the client has asked for a shutdown, as it has to before it leaves."""
    return bool(server.protocol._shutdown)


def with_our_workspace(server: LanguageServer, params: lsp.InitializeParams) -> None:
    """Replaces the workspace that pygls has just made, before any document is in it."""
    old = server.workspace
    server.protocol._workspace = _Workspace(
        old.root_uri,
        lsp.TextDocumentSyncKind.Incremental,
        params.workspace_folders or [],
        old.position_encoding,
    )
