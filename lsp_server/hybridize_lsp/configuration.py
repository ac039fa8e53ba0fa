"""The editor's settings: camel case and unchecked on the wire, checked and immutable here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize_lsp.jobs import Wishes

SECTION = "hybridize"


@dataclass(frozen=True, slots=True)
class EditorSettings:
    """What a user may set in an editor, for one workspace folder or for all.

    workspace: report on files that are not open, too.  code_lens, inlay_hints: shown at all.
    suppress_action: offer to suppress a finding.  delay: milliseconds of quiet before an analysis.
    """

    workspace: bool = False
    code_lens: bool = False
    inlay_hints: bool = False
    suppress_action: bool = True
    delay: int = 50
    log_level: str = "info"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    configuration: str | None = None
    max_files: int = 10_000

    def wishes(self) -> Wishes:
        """The part that concerns the analysis."""
        return Wishes(
            self.select,
            self.ignore,
            self.extend_select,
            self.configuration,
            self.max_files,
            self.workspace,
        )


def read_settings(written: object) -> tuple[EditorSettings, tuple[str, ...]]:
    """Settings, and a sentence for each value that was passed over because it makes no sense."""
    if not isinstance(written, Mapping):
        return EditorSettings(), ()
    values: dict[str, Any] = {}
    passed = []
    for key, (name, expected, read) in _KEYS.items():
        if (value := written.get(key)) is None:
            continue
        try:
            values[name] = read(value)
        except (TypeError, ValueError):
            passed.append(f"setting `{SECTION}.{key}` is {value!r}; it must be {expected}")
    return EditorSettings(**values), tuple(passed)


def section_of(written: object) -> object:
    """Our part of settings that may be everybody's: below `hybridize`, below `settings`, or all of it."""
    for key in (SECTION, "settings"):
        if isinstance(written, Mapping) and isinstance(written.get(key), Mapping):
            written = written[key]
    return written


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _number(least: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < least:
            raise ValueError
        return int(value)

    return read


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise TypeError
    return tuple(value)


def _one_of(*known: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in known:
            raise ValueError
        return str(value)

    return read


def _mode(value: object) -> bool:
    return _one_of("openFilesOnly", "workspace")(value) == "workspace"


def _path(value: object) -> str | None:
    if not isinstance(value, str):
        raise TypeError
    return value or None


_FLAG = "true or false"
_RULES = "a list of rules"
_KEYS: Mapping[str, tuple[str, str, Callable[[Any], Any]]] = {
    "diagnosticMode": ("workspace", "`openFilesOnly` or `workspace`", _mode),
    "codeLens": ("code_lens", _FLAG, _flag),
    "inlayHints": ("inlay_hints", _FLAG, _flag),
    "suppressAction": ("suppress_action", _FLAG, _flag),
    "delay": ("delay", "a number of milliseconds", _number(0)),
    "logLevel": ("log_level", "a level", _one_of("error", "warning", "info", "debug")),
    "select": ("select", _RULES, _names),
    "ignore": ("ignore", _RULES, _names),
    "extendSelect": ("extend_select", _RULES, _names),
    "configuration": ("configuration", "a path", _path),
    "maxFiles": ("max_files", "a number of at least 1", _number(1)),
}
"""Every setting: our name for it, what it must be, and how it is read."""
