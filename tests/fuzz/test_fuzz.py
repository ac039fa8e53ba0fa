"""The first programs of the grammar: nothing that the analysis calls safe differs in a graph."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from grammar import FORMS, HAZARDS, program
from judging import says, shrunk

ROOT = Path(__file__).parents[2]


@pytest.mark.tf
def test_no_false_safe_among_the_first_programs() -> None:
    """In a process of its own, because it forks."""
    if not hasattr(os, "fork"):
        pytest.skip("the search forks, which this platform cannot")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--count", "60", "--seed", "1000000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert re.search(r"false safes: 0$", done.stdout, re.MULTILINE), done.stdout + done.stderr[-2000:]
    assert done.returncode == 0


def test_programs_are_the_same_for_one_seed_and_cover_the_grammar() -> None:
    made = [program(seed) for seed in range(3000)]
    assert made[7] == program(7)
    assert {p.cell[0] for p in made} == set(HAZARDS)
    assert {p.cell[1] for p in made} == set(FORMS)


def test_a_program_is_shrunk_to_what_matters() -> None:
    text = "import tensorflow as tf\nz = 1\ndef subject(x):\n    y = x\n    return y * 2.0\nsubject(tf.constant(1.0))\n"
    assert says(text, "subject") == "safe"
    assert shrunk(text, lambda t: says(t, "subject") == "safe").splitlines() == [
        line for line in text.splitlines() if line != "z = 1"
    ]
