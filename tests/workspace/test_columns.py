"""Columns count code points, whatever stands before them on the line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.workspace.columns import count_code_points
from hybridize_analyzer.workspace.reading import read_source
from hybridize_analyzer.workspace.sources import SourceFile

WIDE = ["ä", "日本", "🧮🧮", "e\u0301", "\u2028", "\f🧮"]


@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_node_is_where_its_text_is(wide: str, end: str) -> None:
    text = end.join(
        [f"mark = '{wide}'; name = call('{wide}', first + 1)", f"'''{wide}", f"{wide}'''; other(name)", ""]
    )
    tree = ast.parse(text)
    count_code_points(tree, text)
    lines = text.split(end)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    assert len(names) == 6
    for node in names:
        assert node.end_col_offset is not None
        assert lines[node.lineno - 1][node.col_offset : node.end_col_offset] == node.id


@pytest.mark.parametrize("wide", WIDE)
def test_evidence_stands_behind_wide_characters(wide: str, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    call = "scale(tf.ones([2]))"
    path.write_text(
        f"import tensorflow as tf\n\n\ndef scale(x):\n    return tf.exp(x)\n\n\nprint('{wide}', {call})\n",
        encoding="utf-8",
    )
    source = read_source(path, tmp_path)
    assert isinstance(source, SourceFile)
    (function,) = analyze(tmp_path, [source]).functions
    place = function.evidence[0].location
    assert f"print('{wide}', {call})"[place.column - 1 : place.end_column - 1] == call
