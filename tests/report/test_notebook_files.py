"""Notebooks on the command line: one program, edited cell by cell; everything else of the file stays, to the byte."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import time

import pytest
from hybridize_analyzer.workspace.notebooks import Notebook, read_notebook
from hybridize_cli.main import execute

STEP = "def step(x):\n" + 40 * "    x = tf.nn.relu(x) + tf.exp(x)\n" + "    return x"
LOOP = "for _ in range(90_000):\n    step(tf.ones([2]))"


def lines(text):
    return text.splitlines(keepends=True)


def notebook(*cells, language="python", **more):
    written = []
    for cell in cells:
        if cell.startswith("#md"):
            written.append({"cell_type": "markdown", "metadata": {}, "source": lines(cell)})
            continue
        output = {"output_type": "stream", "name": "stdout", "text": ["\u00e4 <b>\n"]}
        written.append(
            {
                "cell_type": "code",
                "execution_count": 3,
                "metadata": {"x": 1},
                "outputs": [output],
                "source": lines(cell),
            }
        )
    kernel = {"kernelspec": {"language": language, "name": "k"}}
    return {"cells": written, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5, **more}


def stored(folder, content, **form):
    file = folder / "book.ipynb"
    file.write_text(
        json.dumps(content, **{"indent": 1, "ensure_ascii": False, **form}) + "\n", encoding="utf-8"
    )
    return file


CELLS = ("#md Title", "%matplotlib inline\nimport tensorflow as tf", "!pip list\n" + STEP, LOOP)


@pytest.mark.parametrize("form", [{}, {"indent": 2}, {"ensure_ascii": True}, {"indent": None}], ids=str)
def test_cells_are_one_program_and_edits_go_back_into_them(tmp_path, capsys, form):
    content = notebook(*CELLS)
    file = stored(tmp_path, content, **form)
    assert execute(["check", str(file), "--no-cache"]) == 1
    told = capsys.readouterr().out
    assert "book.ipynb:cell 3:2:5 HYB001 [convert] `step`" in told
    assert execute(["fix", str(file), "--no-cache"]) == 0
    content["cells"][2]["source"].insert(1, "@tf.function\n")
    form = {"indent": 1, "ensure_ascii": False, **form}
    assert file.read_text(encoding="utf-8") == json.dumps(content, **form) + "\n"
    assert execute(["check", str(file), "--no-cache"]) == 0


def test_the_patch_of_a_notebook_applies(tmp_path, capsysbinary):
    file = stored(tmp_path, notebook(*CELLS))
    assert execute(["fix", "--diff", str(file), "--no-cache"]) == 1
    patch = capsysbinary.readouterr().out
    done = subprocess.run(
        ["git", "apply", "-p1"], input=patch, cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert '"@tf.function\\n",' in file.read_text(encoding="utf-8")


def test_the_last_line_of_a_cell_has_no_end_and_gets_none(tmp_path):
    file = stored(
        tmp_path,
        notebook("from tensorflow import exp, nn, ones", STEP.replace("tf.", ""), LOOP.replace("tf.", "")),
    )
    assert execute(["fix", str(file), "--no-cache"]) == 0
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert cells[0]["source"] == ["from tensorflow import exp, nn, ones"]
    assert cells[1]["source"][:3] == ["import tensorflow as tf\n", "@tf.function\n", "def step(x):\n"]
    assert cells[1]["source"][-1] == "    return x"


def test_a_notebook_in_another_form_is_left_alone(tmp_path, capsys):
    file = tmp_path / "book.ipynb"
    before = json.dumps(notebook(*CELLS), indent=3).replace('": ', '" : ')
    file.write_text(before)
    assert execute(["fix", str(file), "--no-cache"]) == 0
    assert file.read_text() == before
    assert "withheld: the notebook is not written as Jupyter writes it" in capsys.readouterr().out


def test_a_magic_of_a_cell_stays_its_first_line(tmp_path, capsys):
    file = stored(tmp_path, notebook("import tensorflow as tf", "%%time\n" + STEP, LOOP))
    assert execute(["fix", str(file), "--no-cache"]) == 0
    source = json.loads(file.read_text())["cells"][1]["source"]
    assert source[:3] == ["%%time\n", "@tf.function\n", "def step(x):\n"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "has no list of cells"),
        ("[]", "has no list of cells"),
        ("{", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        (json.dumps(notebook("x", language="R")), "is a notebook of R"),
        (json.dumps({"cells": [None, 5, {"cell_type": "code"}, {"cell_type": "code", "source": 5}]}), ""),
        (json.dumps({"cells": [], "metadata": {"kernelspec": 5}}), ""),
        (json.dumps(notebook("\udcff")), "cannot be read as UTF-8"),
    ],
    ids=range(8),
)
def test_what_is_no_notebook_of_python_is_a_problem(tmp_path, capsys, content, told):
    (tmp_path / "book.ipynb").write_text(content)
    assert execute(["check", str(tmp_path / "book.ipynb"), "--no-cache"]) == (1 if told else 0)
    assert told in capsys.readouterr().out


def test_lines_belong_to_their_cells():
    found = read_notebook(json.dumps(notebook("a\nb", "", "#md", "c")).encode())
    assert isinstance(found, Notebook)
    assert found.text == "a\nb\n\nc\n"
    assert [found.place(line) for line in (1, 2, 3, 4, 9)] == [(1, 1), (1, 2), (2, 1), (4, 1), (4, 6)]


def test_suppressions_go_into_cells_and_nothing_is_proved(tmp_path, capsys):
    file = stored(tmp_path, notebook(*CELLS))
    assert execute(["check", "--add-ignore", str(file), "--no-cache"]) == 0
    source = json.loads(file.read_text(encoding="utf-8"))["cells"][2]["source"]
    assert source[:2] == ["!pip list\n", "def step(x):  # hybridize: ignore[eager-function]\n"]
    assert execute(["check", str(file), "--no-cache"]) == 0
    assert execute(["verify", str(file), "--no-cache", "--", "python", "-c", "pass"]) == 2
    assert "a notebook is no program that a command runs" in capsys.readouterr().err


LIBRARY = "import tensorflow as tf\n\n\n" + STEP + "\n"
CALLER = ("import tensorflow as tf\nfrom library import step", LOOP)


def test_notebooks_of_a_folder_are_found_and_edited(tmp_path, capsys):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/.ipynb_checkpoints").mkdir()
    stored(tmp_path / "docs/.ipynb_checkpoints", notebook(*CELLS))
    file = stored(tmp_path / "docs", notebook(*CELLS))
    for _ in range(2):  # the second time from the cache
        assert execute(["check", str(tmp_path), "--format", "concise"]) == 1
        told = capsys.readouterr().out
        assert told.count("HYB001") == 1
        assert "docs/book.ipynb:cell 3:2:5 HYB001 [convert] `step`" in told
    assert execute(["check", str(tmp_path), "--extend-exclude", "*.ipynb"]) == 0
    assert execute(["fix", str(tmp_path)]) == 0
    assert '"@tf.function\\n",' in file.read_text(encoding="utf-8")
    assert execute(["check", str(tmp_path)]) == 0


def test_a_notebook_is_a_caller_whatever_is_asked_about(tmp_path, capsys):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "library.py").write_text(LIBRARY)
    stored(tmp_path, notebook(*CALLER))
    told = []
    for asked in (".", "library.py"):
        assert execute(["check", str(tmp_path / asked), "--format", "json", "--all"]) == 1
        (function,) = json.loads(capsys.readouterr().out)["functions"]
        told.append((function["verdict"], function["safe"], function["parameters"]))
    assert told[0] == told[1]
    assert told[0][:2] == ("convert", True)


def test_notebooks_of_other_languages_in_a_folder_are_passed_over(tmp_path, capsys):
    stored(tmp_path, notebook("x <- 1", language="R"))
    assert execute(["check", str(tmp_path), "--no-cache"]) == 0
    assert "book.ipynb" not in capsys.readouterr().out
    (tmp_path / "more.ipynb").write_text("{")
    assert execute(["check", str(tmp_path), "--no-cache"]) == 1
    assert "more.ipynb error: is no JSON" in capsys.readouterr().out


def test_what_runs_programs_leaves_found_notebooks_alone(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.py").write_text(f"{LIBRARY}\n\n{LOOP}\n")
    before = stored(tmp_path, notebook(*CELLS)).read_bytes()
    assert execute(["profile", str(tmp_path), "--no-cache", "--", "python", "-c", "pass"]) == 0
    assert execute(["verify", str(tmp_path), "--no-cache", "--", "python", "-c", "pass"]) == 0
    assert "book.ipynb" not in capsys.readouterr().out
    assert (tmp_path / "book.ipynb").read_bytes() == before


@pytest.mark.parametrize(
    "cell",
    [
        "pip install --upgrade pyDOE\n",
        "\ncd ..",
        " step = tf.function(lambda x: x)\n step(\n     tf.ones([2]))",
        "\n\t\n    for _ in range(2):\n        print(1)\n    # more\n    print(2)",
    ],
)
def test_what_ipython_takes_of_a_cell_is_read(cell):
    text = "import tensorflow as tf\n"
    found = read_notebook(json.dumps(notebook(text, cell, LOOP)).encode())
    assert isinstance(found, Notebook)
    ast.parse(found.text)
    assert found.text.startswith(text)
    assert found.text.endswith(LOOP + "\n")
    assert [c.first for c in found.cells] == [0, 1, 1 + len(lines(cell))]


def test_a_cell_that_is_no_python_and_has_not_been_run_is_left_out(tmp_path, capsys):
    book = notebook("import tensorflow as tf", "**The step**\nfor i in range(3):\n    ", STEP, LOOP)
    file = stored(tmp_path, book)
    assert execute(["check", str(file), "--no-cache"]) == 1
    assert "is not valid Python" in capsys.readouterr().out
    book["cells"][1].update(execution_count=None, outputs=[])
    file = stored(tmp_path, book)
    assert execute(["fix", str(file), "--no-cache"]) == 0
    after = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert after[1] == book["cells"][1]
    assert after[2]["source"][0] == "@tf.function\n"


def test_cells_for_python_2_are_a_problem_though_they_have_not_been_run(tmp_path, capsys):
    book = notebook("import tensorflow as tf", "print tf.__version__", LOOP)
    for cell in book["cells"]:
        cell.update(execution_count=None, outputs=[])
    assert execute(["check", str(stored(tmp_path, book)), "--no-cache"]) == 1
    assert "it looks like Python 2" in capsys.readouterr().out


def test_a_long_line_of_a_notebook_takes_no_time(tmp_path):
    stored(tmp_path, notebook(" " * 200_000 + "x", "a." * 100_000 + "!", "\t, " * 50_000 + "?"))
    started = time.process_time()
    assert execute(["check", str(tmp_path), "--no-cache"]) == 1
    assert time.process_time() - started < 10


def test_damaged_notebooks_of_a_folder_are_problems(tmp_path, capsys):
    chance = random.Random(23)
    whole = json.dumps(notebook(*CELLS), indent=1).encode()
    for number in range(60):
        damaged = bytearray(whole[: chance.randrange(len(whole))] if number % 2 else whole)
        for _ in range(chance.randrange(1, 6)):
            if damaged:
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (tmp_path / f"b{number}.ipynb").write_bytes(damaged)
    assert execute(["check", str(tmp_path), "--no-cache", "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert len(told["errors"]) >= 30
    assert not [error for error in told["errors"] if "fault" in error["message"]]
