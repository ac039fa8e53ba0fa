"""Whether what reads our output shows links (OSC 8), as far as its environment tells."""

from __future__ import annotations

from collections.abc import Mapping

_PROGRAMS = frozenset(("ghostty", "Hyper", "iTerm.app", "rio", "Tabby", "vscode", "WezTerm"))
_TERMINALS = ("alacritty", "foot", "xterm-ghostty", "xterm-kitty")
_MARKS = ("DOMTERM", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION")
_FIRST_VTE = 5001  # 0.50.0 crashed


def takes_links(environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether links may be printed; others than known terminals could show the escape sequences themselves.

    environment: variables; `FORCE_HYPERLINK` decides where it is set, by anything but `0`.  terminal: the output is one.
    """
    forced = environment.get("FORCE_HYPERLINK")
    if forced:
        return forced != "0"
    term = environment.get("TERM", "")
    if not terminal or term == "dumb" or environment.get("CI") or term.startswith(("screen", "tmux")):
        return False
    vte = environment.get("VTE_VERSION", "")
    return (
        environment.get("TERM_PROGRAM") in _PROGRAMS
        or term.startswith(_TERMINALS)
        or any(environment.get(mark) for mark in _MARKS)
        or (vte.isdecimal() and int(vte[:9]) >= _FIRST_VTE)
    )
