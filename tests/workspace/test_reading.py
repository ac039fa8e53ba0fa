"""Bytes to text, or to a problem with a remedy."""

import pytest
from hybridize_analyzer.report import Problem
from hybridize_analyzer.workspace.reading import decode_source, read_source
from hybridize_analyzer.workspace.sources import SourceFile

READABLE = [
    pytest.param(b"", "", "utf-8", id="empty"),
    pytest.param("x = 'ä😀'\n".encode(), "x = 'ä😀'\n", "utf-8", id="UTF-8"),
    pytest.param(b"\xef\xbb\xbfx = 1\r\n", "x = 1\r\n", "utf-8-sig", id="byte order mark"),
    pytest.param(
        b"# coding: latin-1\nx = '\xe9'\n", "# coding: latin-1\nx = 'é'\n", "iso-8859-1", id="PEP 263"
    ),
    pytest.param(b"x = 1\r\ny = 2\rz = 3\n", "x = 1\r\ny = 2\rz = 3\n", "utf-8", id="line endings stay"),
    pytest.param(b"x = 1\0\n", "x = 1\0\n", "utf-8", id="NUL is for the parser"),
]


@pytest.mark.parametrize(("raw", "text", "encoding"), READABLE)
def test_readable(tmp_path, raw, text, encoding):
    path = tmp_path / "d" / "a.py"
    assert decode_source(raw, path, tmp_path) == SourceFile(path, "d/a.py", text, encoding, raw)


UNREADABLE = [
    pytest.param(
        b"x = 1\ny = '\xe9'\n", 2, 6, ["0xE9", "byte offset 11", "UTF-8", "coding: latin-1"], id="Latin-1"
    ),
    pytest.param(b"a\nb\n\xc3\xa4 = '\xff'\n", 3, 6, ["byte offset 10"], id="behind a wide character"),
    pytest.param("x = 1".encode("utf-16"), 1, 1, ["UTF-16", "save it as UTF-8"], id="UTF-16"),
    pytest.param(b"# coding: ascii\nx = '\xe9'\n", 2, 6, ["not valid ascii"], id="less than declared"),
    pytest.param(b"# coding: klingon\n", 1, 1, ["unknown encoding", "klingon", "UTF-8"], id="unknown codec"),
    pytest.param(b"# coding: hex\nx\n", 1, 1, ["hex", "declare an encoding"], id="not a text codec"),
    pytest.param(
        b"\xef\xbb\xbf# coding: latin-1\n", 1, 1, ["utf-8", "declare"], id="mark against declaration"
    ),
]


@pytest.mark.parametrize(("raw", "line", "column", "words"), UNREADABLE)
def test_unreadable(tmp_path, raw, line, column, words):
    problem = decode_source(raw, tmp_path / "a.py", tmp_path)
    assert isinstance(problem, Problem)
    assert (problem.path, problem.line, problem.column) == ("a.py", line, column)
    for word in words:
        assert word in problem.message
    assert str(tmp_path) not in problem.message


def test_a_file_that_vanished(tmp_path):
    problem = read_source(tmp_path / "gone.py", tmp_path)
    assert problem.path == "gone.py"
    assert "cannot be read: No such file" in problem.message
