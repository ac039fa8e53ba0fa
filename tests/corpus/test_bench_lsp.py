"""What the language server is timed with is worth timing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median

import pytest
from hybridize_lsp.configuration import EditorSettings
from hybridize_lsp.jobs import Buffer, Job, Root
from hybridize_lsp.reporting import answer

from corpus.bench_lsp.client import play
from corpus.bench_lsp.projects import make_long_file
from corpus.bench_lsp.recording import recording


def test_every_function_of_the_long_file_has_a_finding_and_an_edit(tmp_path: Path) -> None:
    path = make_long_file(tmp_path / "long", functions=5)
    buffers = (Buffer(str(path), path.read_text(encoding="utf-8")),)
    job = Job(1, Root(str(path.parent)), buffers, EditorSettings().wishes(), look=True)
    found = answer(job, {}, lambda: None).files[str(path)]
    assert len(found.findings) == len(found.fixable) == 5


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts CPU time in /proc")
def test_a_long_file_is_followed_and_edited_in_time(tmp_path: Path) -> None:
    """Once every keystroke in it took 1 to 3 s of the processor, and all safe edits more than two minutes."""
    path = make_long_file(tmp_path / "long", functions=300)
    times = asyncio.run(play(path.parent, path, recording(), edits=40))
    assert len(times.cpu) == 40
    assert median(times.cpu) < 0.2
    assert len(times.all) == 2
    assert min(times.all) < 20.0
