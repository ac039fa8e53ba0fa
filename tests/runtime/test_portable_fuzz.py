"""Random damage to archives: refused with a message, or without any effect.  No TensorFlow needed."""

from __future__ import annotations

import json
import tempfile
import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hybridize_runtime import vm
from hybridize_runtime.errors import InputError
from hybridize_runtime.vm.errors import ArchiveError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_portable_archives import contents, manifest, sound, write

LIMITS = vm.Limits(manifest=1 << 20, files=1 << 20, array=1 << 20)
MOST = 64 << 20  # bytes that NumPy and Python may hold while an archive is refused
INPUT = np.ones((3, 2), np.float32)
WANT = INPUT * np.array([2, 3], np.float32)
FUZZ = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])

values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8)
    | st.integers() | st.sampled_from([-1, 0, 1 << 31, 1 << 62, 1 << 200, "@w", "@", "x", "y", "rows", "../w", "/w"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip


@cache
def folder() -> Path:
    """Kept for the whole run, because kernels are compiled once."""
    return Path(tempfile.mkdtemp())


@cache
def archive() -> bytes:
    return sound(folder() / "sound").read_bytes()


def outcome(path: Path) -> Any:
    """What the archive yields, None where it was refused; never another error, nor much memory."""
    tracemalloc.start()
    try:
        model = vm.load(path, cache=folder() / "cache", limits=LIMITS)
        model.warm_up()
        return model.run("forward", x=INPUT)
    except (ArchiveError, InputError):
        return None
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MOST


def is_unchanged(found: Any) -> bool:
    return found is None or np.array_equal(found["y"], WANT)


@FUZZ
@given(st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=12))
def test_flipped_bytes_are_found_or_change_nothing(flips: list[tuple[int, int]]) -> None:
    content = bytearray(archive())
    for at, mask in flips:
        content[at % len(content)] ^= mask
    (folder() / "a").write_bytes(content)
    assert is_unchanged(outcome(folder() / "a"))


@FUZZ
@given(st.integers(0, 1 << 20), st.integers(0, 1 << 20), st.binary(max_size=64))
def test_pieces_that_are_cut_out_or_put_in_are_found(start: int, length: int, new: bytes) -> None:
    content = archive()
    start, length = start % len(content), length % len(content)
    (folder() / "a").write_bytes(content[:start] + new + content[start + length :])
    assert is_unchanged(outcome(folder() / "a"))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Ways to everything in a JSON value."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


@settings(FUZZ, max_examples=400)
@given(st.lists(st.tuples(st.integers(0, 1 << 20), values), min_size=1, max_size=2), st.booleans())
def test_manifests_with_other_values_are_refused_or_run(
    changes: list[tuple[int, Any]], removed: bool
) -> None:
    """Checksums hold here: the manifest is that of an attacker."""
    files = contents()
    declared: Any = json.loads(json.dumps(manifest(files)))
    for number, value in changes:
        found = list(places(declared))
        *way, last = found[number % len(found)]
        inner = declared
        for key in way:
            inner = inner[key]
        if removed:
            del inner[last]
        else:
            inner[last] = value
    outcome(write(folder() / "a", files, declared))
