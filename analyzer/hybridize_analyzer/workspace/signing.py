"""Signatures of what this user's runs keep for themselves, with a key that nobody else can read.

What a cache holds may have come with a repository that somebody else made.  Where reading it means more than taking over
values, only what this user has written is read.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

_DIGEST = "blake2b"
_SIZE = 64
"""Bytes of a signature."""
_KEY = 32


def signed(content: bytes) -> bytes | None:
    """The content with its signature in front; None where no key can be kept."""
    key = _key()
    return hmac.digest(key, content, _DIGEST) + content if key is not None else None


def verified(content: bytes) -> bytes | None:
    """The content behind a signature; None where that is not of this user and of this content."""
    key = _key()
    if key is None:
        return None
    signature, content = content[:_SIZE], content[_SIZE:]
    return content if hmac.compare_digest(signature, hmac.digest(key, content, _DIGEST)) else None


@cache
def _key() -> bytes | None:
    """The user's key, made when it is first asked for."""
    try:
        path = platformdirs.user_state_path("hybridize") / "cache-key"
        with suppress(FileNotFoundError):
            return _whole(path.read_bytes())
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(_KEY))
        _put(temporary, path)
        return _whole(path.read_bytes())
    except (OSError, RuntimeError):  # no home
        return None


def _put(temporary: Path, path: Path) -> None:
    """Gives a new key its name, unless another process was quicker."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()


def _whole(key: bytes) -> bytes | None:
    return key if len(key) == _KEY else None
