"""Edited functions that draw random numbers: proved with the same numbers, and kept where the program sets no seed."""

import sys
from dataclasses import replace

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.observed.profile import Node, Profile
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.speeding import speed_up
from hybridize_refactorings.proof.subject import subject_of
from hybridize_refactorings.proof.verifying import verify

pytestmark = pytest.mark.tf

PROGRAM = """\
import tensorflow as tf

{seeding}
weight = tf.Variable([0.5, 2.0])
data = tf.data.Dataset.range(8).map(lambda n: tf.random.uniform([2]) + tf.cast(n, tf.float32)).prefetch(2)


def step(x):
    noise = tf.random.normal([2]) + tf.random.uniform([2]) + tf.random.truncated_normal([2])
    noise += tf.cast(tf.random.uniform([2], 0, 9, tf.int32), tf.float32)
    noise += tf.cast(tf.random.categorical(tf.ones([1, 5]), 2)[0], tf.float32)
    for _ in tf.range(2):
        noise += tf.random.shuffle(tf.nn.dropout(x, 0.5))
    weight.assign_add({factor} * noise)
    return noise


for row in data:
    step(row)
print("all", weight.numpy(), tf.random.normal([1]).numpy())
"""


def subject(folder, *, seeding="", factor="0.1"):
    text = PROGRAM.format(seeding=seeding, factor=factor)
    (folder / "main.py").write_text(text)
    source = decode_source(text.encode(), folder / "main.py", folder)
    report = analyze(folder, (source,))
    functions = tuple(
        replace(f, verdict="convert", gain="low") for f in report.functions if f.qualname == "step"
    )
    return subject_of(replace(report, functions=functions), {"main.py": source}, unsafe=True)


def job(folder, *, draws=True):
    return Job(TreeCopy(folder), (sys.executable, "main.py"), folder, folder, 300.0, seed=1, draws=draws)


def proved(folder, edits, **options):
    (found,) = verify(job(folder, **options), edits, lambda _: None).functions
    return found


def test_the_same_numbers_are_drawn_eagerly_and_in_a_graph(tmp_path):
    found = proved(tmp_path, subject(tmp_path))
    assert (found.verdict, found.compared.compared) == ("proved", 8), found.reason


@pytest.mark.slow
def test_else_a_graph_draws_others(tmp_path):
    found = proved(tmp_path, subject(tmp_path), draws=False)
    assert found.verdict == "refuted"


@pytest.mark.slow
@pytest.mark.parametrize("seeding", ["", "tf.random.set_seed(3)"])
def test_under_a_seed_of_the_program_nothing_is_kept(tmp_path, seeding):
    edits = subject(tmp_path, seeding=seeding)
    profile = Profile(
        tool="0", tree=(Node(function="main.py:step", calls=8, seconds=9.0, own=9.0, nodes=()),)
    )
    found = speed_up(job(tmp_path), edits, profile, lambda _: None, seconds=300.0, repeat=1, variants=False)
    reasons = [each.reason for each in found.rejected]
    refused = "it draws random numbers, and the program sets a seed, under which a graph draws others"
    assert (refused in reasons) is bool(seeding)
    assert not found.draws or found.draws == edits.keys
