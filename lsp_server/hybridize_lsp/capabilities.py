"""What the client can do, read once from what it says when it connects."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol.types import ClientCapabilities, MarkupKind
from pygls.capabilities import get_capability


@dataclass(frozen=True, slots=True)
class Support:
    """One flag per capability that changes what the server does.

    pull: asks for diagnostics.  refresh_*: takes the hint that something should be asked for again.
    versioned: edits may carry versions.  annotated: edits may be labelled for a preview.
    literals: code actions may be more than commands.  lazy: their edits may be asked for later.
    configuration: can be asked for settings.  watching: can be asked to watch files.
    """

    pull: bool = False
    refresh_diagnostics: bool = False
    refresh_lenses: bool = False
    refresh_hints: bool = False
    related: bool = False
    versioned: bool = False
    annotated: bool = False
    literals: bool = False
    lazy: bool = False
    disabled: bool = False
    preferred: bool = False
    configuration: bool = False
    watching: bool = False
    watching_settings: bool = False
    progress: bool = False
    apply: bool = False
    show: bool = False
    markdown: bool = False


def support_of(client: ClientCapabilities) -> Support:
    """What `client` supports; what it does not mention, it does not support."""

    def has(path: str) -> bool:
        return bool(get_capability(client, path, False))

    resolved = get_capability(client, "text_document.code_action.resolve_support.properties", ()) or ()
    data = has("text_document.code_action.data_support")
    formats = get_capability(client, "text_document.hover.content_format", ()) or ()
    return Support(
        pull=get_capability(client, "text_document.diagnostic", None) is not None,
        refresh_diagnostics=has("workspace.diagnostics.refresh_support"),
        refresh_lenses=has("workspace.code_lens.refresh_support"),
        refresh_hints=has("workspace.inlay_hint.refresh_support"),
        related=has("text_document.publish_diagnostics.related_information"),
        versioned=has("workspace.workspace_edit.document_changes"),
        annotated=has("workspace.workspace_edit.document_changes")
        and get_capability(client, "workspace.workspace_edit.change_annotation_support", None) is not None,
        literals=get_capability(client, "text_document.code_action.code_action_literal_support", None)
        is not None,
        lazy=data and "edit" in resolved,
        disabled=has("text_document.code_action.disabled_support"),
        preferred=has("text_document.code_action.is_preferred_support"),
        configuration=has("workspace.configuration"),
        watching=has("workspace.did_change_watched_files.dynamic_registration"),
        watching_settings=has("workspace.did_change_configuration.dynamic_registration"),
        progress=has("window.work_done_progress"),
        apply=has("workspace.apply_edit"),
        show=has("window.show_document.support"),
        markdown=MarkupKind.Markdown in formats,
    )
