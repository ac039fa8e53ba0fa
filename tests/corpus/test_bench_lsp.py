"""What the language server is timed with is worth timing."""

from __future__ import annotations

from pathlib import Path

from hybridize_lsp.configuration import EditorSettings
from hybridize_lsp.jobs import Buffer, Job, Root
from hybridize_lsp.reporting import answer

from corpus.bench_lsp.projects import make_long_file


def test_every_function_of_the_long_file_has_a_finding_and_an_edit(tmp_path: Path) -> None:
    path = make_long_file(tmp_path / "long", functions=5)
    buffers = (Buffer(str(path), path.read_text(encoding="utf-8")),)
    job = Job(1, Root(str(path.parent)), buffers, EditorSettings().wishes(), look=True)
    found = answer(job, {}, lambda: None).files[str(path)]
    assert len(found.findings) == len(found.fixable) == 5
