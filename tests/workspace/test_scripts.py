"""Which files belong to tests: by their folder or name, unless they are programs that hold none."""

import ast

import pytest
from hybridize_analyzer.program.scripts import is_of_tests

LOOP = "for _ in range(3):\n    print(1)\n"
GUARD = "def run():\n    pass\n\n\nif __name__ == '__main__':\n    run()\n"


@pytest.mark.parametrize("text", [LOOP, GUARD, "print(1)\n", "import tensorflow as tf\n" + LOOP])
@pytest.mark.parametrize("path", ["model_test.py", "test_model.py", "train/test_model.py"])
def test_programs_that_hold_no_test(path: str, text: str) -> None:
    assert not is_of_tests(path, ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "def helper():\n    pass\n",
        "def test_it():\n    pass\n\n\n" + LOOP,
        "import unittest\n" + LOOP,
        "from absl.testing import absltest\n" + GUARD,
        "class ModelTest(tf.test.TestCase):\n    def testIt(self):\n        pass\n\n\n" + GUARD,
        "class Model:\n    def test_it(self):\n        pass\n\n\n" + GUARD,
    ],
)
def test_files_named_like_tests_that_hold_some_or_run_nothing(text: str) -> None:
    assert is_of_tests("model_test.py", ast.parse(text))
    assert not is_of_tests("model.py", ast.parse(text))


def test_folders_of_tests() -> None:
    assert is_of_tests("tests/model_test.py", ast.parse(LOOP))
    assert is_of_tests("tests/model.py", ast.parse(GUARD))
