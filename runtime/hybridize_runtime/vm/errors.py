"""What can be wrong with an archive, said with its place and its remedy."""

from __future__ import annotations


class ArchiveError(ValueError):
    """A file that is no archive, is damaged, is newer than this version, or asks for more than it may have."""
