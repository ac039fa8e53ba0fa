"""`hybridize clean` removes what is its own, and nothing else."""

from __future__ import annotations

from hybridize_cli.main import execute


def test_caches_are_removed_and_nothing_else(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.py").write_text("import tensorflow as tf\n")
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "n.py").write_text("import tensorflow as tf\n")
    foreign = tmp_path / "other" / ".hybridize_cache"
    foreign.mkdir(parents=True)
    (foreign / "precious.txt").write_text("mine")
    assert execute(["check", "."]) == execute(["check", "part"]) == 0
    made = [tmp_path / ".hybridize_cache", tmp_path / "part" / ".hybridize_cache"]
    assert all(folder.is_dir() for folder in made)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / ".hybridize_cache").symlink_to(tmp_path / "elsewhere")
    capsys.readouterr()
    assert execute(["clean"]) == 0
    assert not any(folder.exists() for folder in made)
    assert (foreign / "precious.txt").read_text() == "mine"
    assert capsys.readouterr().err.count("removed ") == 2
    assert execute(["clean", "m.py"]) == 2
