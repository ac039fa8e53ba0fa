"""The one exception that means: the user's input cannot be used."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(Exception):
    """A path, setting or option that cannot be used; its text is the whole message, remedy included."""


def closest(word: str, known: Iterable[str]) -> str:
    """`; did you mean `x`?` with the known words nearest to `word`, or an empty text."""
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(f'`{by_lower[name]}`' for name in near)}?" if near else ""
