"""Discovery: which files a run is about."""

import os

import pytest
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import DEFAULT_EXCLUDE, FileFilter
from hybridize_analyzer.workspace.files import find_files, project_root


def plant(root, *paths):
    """Empty files at `paths` below `root`; a trailing `/` makes a directory."""
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()


def found(root, *paths, exclude=DEFAULT_EXCLUDE, base=None, **options):
    """The requested files, relative to `root`."""
    keep = FileFilter(base or root, exclude, **options)
    named = [root / path for path in paths] or [root]
    return [path.relative_to(root).as_posix() for path in find_files(named, root, keep).requested]


WALKS = [
    pytest.param(["b.py", "a.py", "c/d.py", "c.py"], [], ["a.py", "b.py", "c/d.py", "c.py"], id="sorted"),
    pytest.param(["a.txt", "b.pyi", "c.ipynb.bak"], [], [], id="only Python"),
    pytest.param(
        ["a.py", "b.ipynb", "s/c.ipynb", ".ipynb_checkpoints/b.ipynb"],
        ["/s"],
        ["a.py", "b.ipynb"],
        id="notebooks",
    ),
    pytest.param(["a.py", "b.ipynb", "s/c.ipynb"], ["*.ipynb"], ["a.py"], id="no notebooks"),
    pytest.param(
        [".venv/x.py", "node_modules/x.py", "a/__pycache__/x.py", "a.py"], [], ["a.py"], id="defaults"
    ),
    pytest.param(["lib/site-packages/x.py", "build/x.py"], [], [], id="more defaults"),
    pytest.param(
        ["env/pyvenv.cfg", "env/x.py", "a.py"], [], ["a.py"], id="a virtual environment by any name"
    ),
    pytest.param(["a.py", "t/a.py", "s/t/a.py"], ["t"], ["a.py"], id="a name anywhere"),
    pytest.param(["a.py", "t/a.py", "s/t/a.py"], ["/t"], ["a.py", "s/t/a.py"], id="a name at the base"),
    pytest.param(["a_pb2.py", "s/b_pb2.py", "c.py"], ["*_pb2.py"], ["c.py"], id="a glob"),
    pytest.param(["s/x/a.py", "s/y/a.py"], ["s/*/a.py", "!s/y/a.py"], ["s/y/a.py"], id="taken back"),
]


@pytest.mark.parametrize(("files", "exclude", "expected"), WALKS)
def test_walk(tmp_path, files, exclude, expected):
    plant(tmp_path, *files)
    assert found(tmp_path, exclude=(*DEFAULT_EXCLUDE, *exclude)) == expected


IGNORES = [
    pytest.param({".gitignore": "x.py\n"}, ["x.py", "d/x.py", "a.py"], ["a.py"], id="a name"),
    pytest.param({".gitignore": "/x.py\n"}, ["x.py", "d/x.py"], ["d/x.py"], id="anchored"),
    pytest.param({".gitignore": "d/\n"}, ["d/x.py", "a.py"], ["a.py"], id="a directory"),
    pytest.param({"d/.gitignore": "x.py\n"}, ["x.py", "d/x.py"], ["x.py"], id="nested"),
    pytest.param(
        {".gitignore": "*.py\n", "d/.gitignore": "!x.py\n"}, ["x.py", "d/x.py"], ["d/x.py"], id="re-included"
    ),
    pytest.param({".gitignore": "!\n[\nx.py\n"}, ["x.py", "a.py"], ["a.py"], id="broken patterns"),
    pytest.param({".git/info/exclude": "x.py\n"}, ["x.py", "a.py"], ["a.py"], id="info/exclude"),
]


@pytest.mark.parametrize(("ignores", "files", "expected"), IGNORES)
def test_gitignore(tmp_path, ignores, files, expected):
    plant(tmp_path, ".git/", *files, *ignores)
    for name, text in ignores.items():
        (tmp_path / name).write_text(text)
    assert found(tmp_path) == expected
    assert found(tmp_path, respect_gitignore=False) == sorted(files, key=lambda name: name.split("/"))


def test_gitignore_above_the_path_counts(tmp_path):
    plant(tmp_path, ".git/", "src/x.py", "src/a.py")
    (tmp_path / ".gitignore").write_text("/src/x.py\n")
    assert found(tmp_path, "src") == ["src/a.py"]


def test_a_named_directory_is_searched_although_it_is_excluded(tmp_path):
    plant(tmp_path, ".git/", "build/a.py", "build/__pycache__/b.py", "ignored/a.py")
    (tmp_path / ".gitignore").write_text("ignored/\n")
    assert found(tmp_path, "build") == ["build/a.py"]
    assert found(tmp_path, "ignored") == ["ignored/a.py"]


def test_the_name_of_a_directory_above_the_project_does_not_count(tmp_path):
    plant(tmp_path, "build/project/a.py")
    root = tmp_path / "build" / "project"
    assert found(root) == ["a.py"]
    assert found(root, force_exclude=True) == ["a.py"]


@pytest.mark.parametrize("name", ["x.pyw", "script", "x.py"])
def test_a_named_file_is_taken(tmp_path, name):
    plant(tmp_path, name)
    assert found(tmp_path, name, exclude=("x.py",)) == [name]


@pytest.mark.parametrize("name", ["skip/a.py", "ignored/a.py", "skip"])
def test_force_exclude_leaves_out_what_is_named(tmp_path, name):
    plant(tmp_path, ".git/", "skip/a.py", "ignored/a.py", "keep.py")
    (tmp_path / ".gitignore").write_text("ignored/\n")
    assert found(tmp_path, name, "keep.py", exclude=("skip",), force_exclude=True) == ["keep.py"]
    assert len(found(tmp_path, name, "keep.py", exclude=("skip",))) == 2


def test_links(tmp_path):
    plant(tmp_path, "pkg/a.py")
    (tmp_path / "pkg" / "loop").symlink_to(tmp_path)
    (tmp_path / "pkg" / "again.py").symlink_to(tmp_path / "pkg" / "a.py")
    (tmp_path / "pkg" / "self.py").symlink_to(tmp_path / "pkg" / "self.py")
    (tmp_path / "pkg" / ".#a.py").symlink_to("someone@somewhere.1234")
    files = find_files([tmp_path], tmp_path, FileFilter(tmp_path))
    assert files.requested == (tmp_path / "pkg" / "a.py",)
    assert [problem.path for problem in files.problems] == ["pkg/self.py"]
    assert "symbolic link" in files.problems[0].message


def test_a_directory_that_cannot_be_listed_is_a_problem(tmp_path, monkeypatch):
    plant(tmp_path, "a.py", "closed/b.py")
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    files = find_files([tmp_path], tmp_path, FileFilter(tmp_path))
    assert files.requested == (tmp_path / "a.py",)
    assert files.problems[0].path == "closed"
    assert "Permission denied" in files.problems[0].message


def test_paths_that_cannot_be_used(tmp_path, monkeypatch):
    keep = FileFilter(tmp_path)
    plant(tmp_path, "closed.py")
    (tmp_path / "link.py").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    for name, message in {
        "none.py": "no such",
        "link.py": "leads nowhere",
        "pipe.py": "neither a file",
    }.items():
        with pytest.raises(InputError, match=message):
            find_files([tmp_path / name], tmp_path, keep)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="permission to read"):
        find_files([tmp_path / "closed.py"], tmp_path, keep)


ROOTS = [
    pytest.param([], ["src"], "src", id="one directory is the root"),
    pytest.param(["pyproject.toml"], ["src/a.py"], ".", id="pyproject.toml"),
    pytest.param(["src/hybridize.toml", "pyproject.toml"], ["src/a.py"], "src", id="the closest"),
    pytest.param([".git/"], ["src", "lib"], ".", id="several directories"),
    pytest.param([], ["src/a.py"], "cwd", id="the working directory"),
]


@pytest.mark.parametrize(("markers", "paths", "expected"), ROOTS)
def test_root(tmp_path, monkeypatch, markers, paths, expected):
    home = tmp_path / "home"
    plant(home, "src/a.py", "lib/b.py", *markers)
    monkeypatch.chdir(tmp_path)
    root = tmp_path if expected == "cwd" else home / expected
    assert project_root([home / path for path in paths]) == root


def test_root_outside_the_working_directory(tmp_path, monkeypatch):
    plant(tmp_path, "home/src/a.py", "home/lib/b.py", "elsewhere/")
    monkeypatch.chdir(tmp_path / "elsewhere")
    home = tmp_path / "home"
    assert project_root([home / "src/a.py", home / "lib/b.py"]) == home


def context(root, *paths):
    """The files that are read without being asked for."""
    files = find_files([root / path for path in paths], root, FileFilter(root))
    return [path.relative_to(root).as_posix() for path in files.context]


def test_files_of_a_project_bring_the_project_along(tmp_path):
    plant(tmp_path, "pyproject.toml", "src/a.py", "src/b.py", "tests/t.py", ".venv/x.py")
    assert context(tmp_path, "src/a.py") == ["src/b.py", "tests/t.py"]
    assert context(tmp_path, "src/a.py", "tests") == ["src/b.py"]
    assert context(tmp_path, ".") == []


def test_a_lone_script_brings_what_it_could_import(tmp_path):
    plant(tmp_path, "a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "other/d.py")
    assert context(tmp_path, "a.py") == ["b.py", "pkg/__init__.py", "pkg/c.py"]


def test_a_name_for_standard_input_need_not_exist(tmp_path):
    plant(tmp_path, "pyproject.toml", "b.py")
    typed = tmp_path / "new.py"
    files = find_files([typed], tmp_path, FileFilter(tmp_path), virtual=typed)
    assert (files.requested, files.context) == ((typed,), (tmp_path / "b.py",))
