"""What the server tells the client without being asked: pushed diagnostics, and hints to ask again."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import PublishDiagnosticsParams

from hybridize_lsp.answers import told_of
from hybridize_lsp.diagnostics import Told
from hybridize_lsp.jobs import Root
from hybridize_lsp.state import State, closed_views, keep, open_views, settings_for, units_of


def tell(state: State, root: Root) -> None:
    """After an analysis: the client learns what has changed, in the way that it understands."""
    _wake(state)
    new = [
        (uri, version, told)
        for uri, version, told in _shown(state, root)
        if _is_new(state, uri, version, told)
    ]
    if not state.support.pull:
        for uri, version, told in new:
            publish(state, uri, version, told)
    elif state.support.refresh_diagnostics and any(not state.asking[uri] for uri, _, _ in new):
        keep(state, _refresh(state.server.workspace_diagnostic_refresh_async))
    settings = settings_for(state, root)
    if settings.code_lens and state.support.refresh_lenses:
        keep(state, _refresh(state.server.workspace_code_lens_refresh_async))
    if settings.inlay_hints and state.support.refresh_hints:
        keep(state, _refresh(state.server.workspace_inlay_hint_refresh_async))


def publish(state: State, uri: str, version: int | None, told: Told) -> None:
    """Pushes the diagnostics of one document."""
    state.told[uri] = _mark(state, uri, version, told)
    state.server.text_document_publish_diagnostics(PublishDiagnosticsParams(uri, told.of(uri), version))


def clear(state: State, uri: str) -> None:
    """Takes back whatever was said about a document that is closed or gone."""
    if state.told.pop(uri, None) is None:
        return
    if not state.support.pull:
        state.server.text_document_publish_diagnostics(PublishDiagnosticsParams(uri, []))
        return
    # VS Code asks a last time before it says that it has closed the file, and then leaves it to the workspace's report.
    state.gone.add(uri)
    _wake(state)


def _wake(state: State) -> None:
    """Whoever waits for news looks again."""
    before, state.changed = state.changed, type(state.changed)()
    before.set()


def _is_new(state: State, uri: str, version: int | None, told: Told) -> bool:
    before = state.told.get(uri)
    return bool(told.of(uri)) if before is None else before != _mark(state, uri, version, told)


def _mark(state: State, uri: str, version: int | None, told: Told) -> str:
    # Some clients drop what is pushed for another version than theirs: it has to be said again for the next one.
    return told.digest(uri) if state.support.pull else f"{version} {told.digest(uri)}"


def _shown(state: State, root: Root) -> Iterator[tuple[str, int | None, Told]]:
    """Every document of a project that is shown, with its diagnostics."""
    views = list(open_views(state, units_of(state, root)))
    if settings_for(state, root).workspace:
        views += [view for view in closed_views(state) if state.known[view.unit.path].root == root]
    for view in views:
        for part in view.unit.parts:
            yield part.uri, part.version, told_of(state, view)


async def _refresh(ask: object) -> None:
    assert callable(ask)
    await ask(None)
