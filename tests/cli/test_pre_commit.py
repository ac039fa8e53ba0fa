"""The hooks, run by pre-commit itself in a repository of their own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
TAG = "v0.0.0"
pytestmark = pytest.mark.slow  # installs the distribution with its dependencies

MODEL = """import tensorflow as tf


def step(x):
    with tf.GradientTape() as tape:
        for _ in range(8):
            x = tf.tanh(tf.matmul(x, w)) + tf.reduce_mean(x)
        loss = tf.reduce_mean(tf.square(x))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss


w = tf.Variable(tf.ones((4, 4)))
for _ in range(300):
    step(tf.ones((4, 4)))
"""

CONFIG = """repos:
  - repo: {hooks}
    rev: {tag}
    hooks:
      - id: hybridize
      - id: hybridize-fix
      - id: hybridize-project
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Variables for git and pre-commit that keep them out of the user's home."""
    home = tmp_path_factory.mktemp("home")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON"))}
    author = {
        f"GIT_{role}_{part}": f"{part}@x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")
    }
    return {**inherited, **author, "PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}


@pytest.fixture(scope="module")
def shell(environment):
    """Runs a command and returns (exit code, output)."""

    def shell(*command, cwd):
        result = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return result.returncode, result.stdout + result.stderr

    return shell


def committed(shell, folder):
    """Makes `folder` a repository with one commit."""
    for command in (
        ["git", "init", "-q"],
        ["git", "add", "-A"],
        ["git", "commit", "-qm", "x", "--no-verify"],
    ):
        code, output = shell(*command, cwd=folder)
        assert code == 0, output


@pytest.fixture(scope="module")
def hooks(tmp_path_factory, shell):
    """A tagged repository with the files of this one, committed or not."""
    folder = tmp_path_factory.mktemp("hooks")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, folder / name)
    committed(shell, folder)
    code, output = shell("git", "tag", TAG, cwd=folder)
    assert code == 0, output
    return folder


@pytest.fixture
def project(tmp_path, shell, hooks):
    """A repository that uses the hooks."""
    files = {
        ".pre-commit-config.yaml": CONFIG.format(hooks=hooks, tag=TAG),
        "pyproject.toml": "[tool.hybridize]\nextend-exclude = ['old']\n",
        "model.py": MODEL,
        "plain.py": "x = 1\n",
        "old/legacy.py": "print 'Python 2'\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    committed(shell, tmp_path)
    return tmp_path


def pre_commit(shell, project, *arguments):
    """One run of pre-commit in the project."""
    return shell(sys.executable, "-m", "pre_commit", *arguments, cwd=project)


def test_the_manifest_is_valid(shell):
    code, output = pre_commit(shell, REPOSITORY, "validate-manifest", ".pre-commit-hooks.yaml")
    assert code == 0, output


def test_check_hook(shell, project):
    code, output = pre_commit(shell, project, "run", "hybridize", "--files", "plain.py", "old/legacy.py")
    assert (code, "Passed" in output) == (0, True), output
    code, output = pre_commit(shell, project, "run", "hybridize", "--all-files")
    assert code == 1, output
    assert "model.py:4" in output
    assert "legacy.py" not in output


def test_notebooks_are_given_to_the_hook(shell, project):
    cell = {
        "cell_type": "code",
        "id": "a",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": MODEL,
    }
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "book.ipynb").write_text(json.dumps(book))
    code, output = pre_commit(shell, project, "run", "hybridize", "--files", "book.ipynb")
    assert code == 1, output
    assert "book.ipynb" in output


def test_project_hook_looks_beyond_the_commit(shell, project):
    code, output = pre_commit(shell, project, "run", "hybridize-project", "--files", "plain.py")
    assert code == 1, output
    assert "model.py:4" in output
    assert "legacy.py" not in output


def test_fix_hook_edits_and_then_passes(shell, project):
    code, output = pre_commit(shell, project, "run", "hybridize-fix", "--files", "model.py")
    assert code == 1, output
    assert (project / "model.py").read_text() == MODEL.replace("def step", "@tf.function\ndef step")
    code, output = pre_commit(shell, project, "run", "hybridize-fix", "--files", "model.py")
    assert code == 0, output
    code, output = pre_commit(shell, project, "run", "hybridize", "--files", "model.py")
    assert code == 0, output


def test_wrong_settings_are_told(shell, project):
    (project / "pyproject.toml").write_text("[tool.hybridize]\nselct = []\n")
    code, output = pre_commit(shell, project, "run", "hybridize", "--files", "plain.py")
    assert code == 1
    assert "did you mean `select`" in output
    assert "exit code: 2" in output


def test_try_repo(shell, project, hooks):
    code, output = pre_commit(shell, project, "try-repo", hooks, "hybridize", "--files", "plain.py")
    assert code == 0, output
    assert "hybridize check" in output
