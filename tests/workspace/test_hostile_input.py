"""Settings, patterns and entries that are made to hang or to break what reads them."""

import os
import random
import time

import pytest
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.exclusion import FileFilter, ignore_patterns
from hybridize_analyzer.workspace.files import find_files
from hybridize_analyzer.workspace.packaging import read_packaging
from hybridize_analyzer.workspace.settings import load_settings
from pathspec import GitIgnoreSpec


@pytest.mark.parametrize(
    "pattern", ["*a" * 12 + "*b", "*[ab]" * 12 + "*c", "*?a" * 12 + "*b", "x/" + "*a" * 12 + "*b"]
)
def test_many_stars_cost_little(pattern):
    spec, started = ignore_patterns([pattern]), time.process_time()
    assert spec.check_file("x/" + "a" * 250).include is None
    assert spec.check_file("x/" + "a" * 250 + pattern[-1]).include is True
    assert time.process_time() - started < 2.0


def test_patterns_match_what_git_matches():
    draw = random.Random(7)
    parts = ["*", "*", "*", "a", "b", "a", "?", "/", "**/", "[ab]", "[a-c]", ".", "\\*", "ä"]
    matches = 0
    for _ in range(8000):
        pattern = "".join(draw.choices(parts, k=draw.randint(4, 11)))
        try:
            plain = GitIgnoreSpec.from_lines([pattern])
        except ValueError:
            continue
        ours = ignore_patterns([pattern])
        for _ in range(4):
            path = "".join(draw.choices("aaabb/c.*ä", k=draw.randint(1, 14))).strip("/") or "a"
            assert ours.check_file(path).include == plain.check_file(path).include, (pattern, path)
            matches += plain.check_file(path).include is not None
    assert matches > 500


def test_a_pattern_that_is_none_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="not a file pattern"):
        find_files([tmp_path], tmp_path, FileFilter(tmp_path, exclude=("!",)))


@pytest.mark.parametrize(
    ("text", "cause"),
    [("jobs = " + "[" * 5000 + "]" * 5000, "nested too deep"), ("jobs = " + "1" * 5000, "too long")],
    ids=["deep", "long"],
)
def test_toml_beyond_python_is_a_settings_error(tmp_path, text, cause):
    (tmp_path / "pyproject.toml").write_text(f"[tool.hybridize]\n{text}\n")
    with pytest.raises(InputError, match=cause):
        load_settings(tmp_path)
    with pytest.raises(InputError, match=cause):
        load_settings(tmp_path, config=(text,), isolated=True)
    assert not read_packaging(tmp_path).scripts


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_and_devices_are_not_read(tmp_path):
    for name in (".gitignore", "pipe.py", "hybridize.toml"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "device.py").symlink_to("/dev/zero")
    (tmp_path / "m.py").touch()
    load_settings(tmp_path)
    found = find_files([tmp_path], tmp_path, FileFilter(tmp_path))
    assert [path.name for path in found.requested] == ["m.py"]
    for name in ("pipe.py", "device.py"):
        with pytest.raises(InputError, match="neither a file nor a directory"):
            find_files([tmp_path / name], tmp_path, FileFilter(tmp_path))


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("book.ipynb", "{}", None),
        ("a.txt", "hello\n", "not a Python file"),
        ("a.txt", "#!/usr/bin/env python3\n", None),
        ("script", "print()\n", None),
        ("stub.pyi", "", None),
    ],
)
def test_a_named_file_that_is_no_program_is_a_problem(tmp_path, name, text, told):
    (tmp_path / name).write_text(text)
    found = find_files([tmp_path / name], tmp_path, FileFilter(tmp_path))
    assert [path.name for path in found.requested] == ([] if told else [name])
    assert [told in problem.message for problem in found.problems] == ([True] if told else [])
