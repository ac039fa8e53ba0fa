"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from edit_cases import plan, source_file, verdict
from hybridize_refactorings import EditRefused, FileEdit, write

MODULE = b"import tensorflow as tf\r\n\r\n\r\ndef f(x):\r\n    return x"
CONVERTED = MODULE.replace(b"def f", b"@tf.function\r\ndef f")


def edit_of(path: Path, content: bytes = MODULE, line: int = 4) -> FileEdit:
    """Writes the file and plans the conversion of its function `f`."""
    path.write_bytes(content)
    return plan(source_file(path, path.name, content), verdict(path.name, "f", line))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_content_line_endings_and_mode_are_kept(tmp_path: Path) -> None:
    edit = edit_of(tmp_path / "m.py")
    (tmp_path / "m.py").chmod(0o754)
    write(edit)
    assert (tmp_path / "m.py").read_bytes() == CONVERTED
    assert (tmp_path / "m.py").stat().st_mode & 0o7777 == 0o754
    assert names(tmp_path) == ["m.py"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\xef\xbb\xbf# \xc3\xbc\nimport tensorflow as tf\ndef f(x): return x\n", 3),
        ("# coding: latin-1\nimport tensorflow as tf\n# ü\ndef f(x): return x\n".encode("latin-1"), 4),
        ("# coding: euc-jp\nimport tensorflow as tf\n# 表示\ndef f(x): return x\n".encode("euc-jp"), 4),
    ],
    ids=["byte order mark", "latin-1", "euc-jp"],
)
def test_the_encoding_is_kept(tmp_path: Path, content: bytes, line: int) -> None:
    write(edit_of(tmp_path / "m.py", content, line))
    assert (tmp_path / "m.py").read_bytes() == content.replace(b"def f", b"@tf.function\ndef f")


def test_a_symlink_stays_and_its_target_changes(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "m.py"
    target.write_bytes(MODULE)
    link = tmp_path / "link.py"
    link.symlink_to(Path("real") / "m.py")
    write(plan(source_file(link, "link.py", MODULE), verdict("link.py", "f", 4)))
    assert link.is_symlink()
    assert target.read_bytes() == CONVERTED
    assert names(tmp_path / "real") == ["m.py"]


def test_no_change_writes_nothing(tmp_path: Path) -> None:
    edit = edit_of(tmp_path / "m.py", line=1)
    (tmp_path / "m.py").unlink()
    write(edit)
    assert names(tmp_path) == []


def refused(edit: FileEdit) -> EditRefused:
    with pytest.raises(EditRefused) as caught:
        write(edit)
    assert str(caught.value) == f"{edit.path}: {caught.value.cause}; {caught.value.remedy}"
    return caught.value


def test_a_file_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    edit = edit_of(tmp_path / "m.py")
    (tmp_path / "m.py").write_bytes(MODULE + b"\r\n")
    assert refused(edit).cause == "changed on disk since it was analysed"
    assert (tmp_path / "m.py").read_bytes() == MODULE + b"\r\n"
    assert names(tmp_path) == ["m.py"]


def test_a_file_that_changes_while_it_is_written_is_refused(tmp_path: Path, monkeypatch) -> None:
    edit = edit_of(tmp_path / "m.py")
    monkeypatch.setattr(os, "fsync", lambda _: (tmp_path / "m.py").write_bytes(b"newer"))
    assert refused(edit).cause == "changed on disk since it was analysed"
    assert (tmp_path / "m.py").read_bytes() == b"newer"
    assert names(tmp_path) == ["m.py"]


def test_a_removed_file_is_refused(tmp_path: Path) -> None:
    edit = edit_of(tmp_path / "m.py")
    (tmp_path / "m.py").unlink()
    assert "run again" in refused(edit).remedy
    assert names(tmp_path) == []


def test_a_read_only_file_is_refused(tmp_path: Path, monkeypatch) -> None:
    edit = edit_of(tmp_path / "m.py")
    # Root may write anywhere, so permissions alone would not show it.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert refused(edit).cause == "is read-only"
    assert (tmp_path / "m.py").read_bytes() == MODULE


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize(
    "step", ["tempfile.mkstemp", "os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"]
)
def test_a_failing_disk_leaves_the_file_and_nothing_else(
    tmp_path: Path, monkeypatch, number: int, step: str
) -> None:
    edit = edit_of(tmp_path / "m.py")

    def fail(*_args, **_options) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(step, fail)
    error = refused(edit)
    assert error.cause == f"cannot be written: {os.strerror(number)}"
    assert isinstance(error.__cause__, OSError)
    monkeypatch.undo()
    assert (tmp_path / "m.py").read_bytes() == MODULE
    assert names(tmp_path) == ["m.py"]


def test_an_interruption_leaves_the_file_and_nothing_else(tmp_path: Path, monkeypatch) -> None:
    edit = edit_of(tmp_path / "m.py")

    def interrupt(_) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(edit)
    assert (tmp_path / "m.py").read_bytes() == MODULE
    assert names(tmp_path) == ["m.py"]


def test_what_a_killed_run_left_goes_with_the_next(tmp_path: Path) -> None:
    edit = edit_of(tmp_path / "m.py")
    kept = [".m.py.at_work_.tmp", ".m.py.tmp", ".other.py.abcdefgh.tmp"]
    for name in (".m.py.abcdefgh.tmp", *kept):
        (tmp_path / name).touch()
        if "at_work" not in name:
            os.utime(tmp_path / name, (0, 0))
    write(edit)
    assert names(tmp_path) == sorted([*kept, "m.py"])


def test_a_text_that_the_encoding_lacks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(b"x")
    edit = FileEdit(path, "m.py", "x", "€", "latin-1", b"x", (), ())
    assert "latin-1" in refused(edit).cause
    assert path.read_bytes() == b"x"


def test_a_link_that_leads_out_of_the_project_is_not_written_through(tmp_path: Path) -> None:
    outside, root = tmp_path / "shared.py", tmp_path / "project" / "package"
    root.mkdir(parents=True)
    outside.write_text("x = 1\n")
    (root / "m.py").symlink_to(outside)
    edit = FileEdit(root / "m.py", "package/m.py", "x = 1\n", "x = 2\n", "utf-8", b"x = 1\n", (), ())
    with pytest.raises(EditRefused, match="leads out of the project"):
        write(edit)
    assert outside.read_text() == "x = 1\n"
    write(replace(edit, path=outside, relative="shared.py"))
    assert outside.read_text() == "x = 2\n"


def test_extended_attributes_stay(tmp_path: Path) -> None:
    file = tmp_path / "m.py"
    file.write_text("x = 1\n")
    try:
        os.setxattr(file, "user.origin", b"a colleague")
    except (AttributeError, OSError):
        pytest.skip("there are no extended attributes here")
    write(FileEdit(file, "m.py", "x = 1\n", "x = 2\n", "utf-8", b"x = 1\n", (), ()))
    assert (file.read_text(), os.getxattr(file, "user.origin")) == ("x = 2\n", b"a colleague")
