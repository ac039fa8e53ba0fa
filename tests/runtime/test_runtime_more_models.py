"""Lattices, module networks, graph networks and hand-written gates: against plain formulas."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import GraphError
from hybridize_runtime.execute.data import collate
from hybridize_runtime.execute.kits import Kit, Tiles, Whole
from hybridize_runtime.models import (
    GraphNetwork,
    LatticeLSTM,
    ModuleNetwork,
    gru_gates,
    lattice,
    lstm_gates,
    tree_lstm_gates,
    wiring,
)
from hybridize_runtime.models.modules import SCENE, from_prefix

pytestmark = pytest.mark.tf


def compare(found, expected, rtol: float = 1e-9) -> None:
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=1e-11)


def randomised(model: tf.Module) -> tf.Module:
    for i, variable in enumerate(model.trainable_variables):
        variable.assign(0.5 * tf.random.stateless_normal(variable.shape, [i, 3], dtype=variable.dtype))
    return model


def with_gradients(model: tf.Module, call):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.sin(call()))
    return [loss, *map(tf.convert_to_tensor, tape.gradient(loss, model.trainable_variables))]


def plain_lattice(model: LatticeLSTM, characters: int, words, x, rows) -> list:
    """Zhang and Yang's equations, one character after the other."""
    states = []
    for t in range(characters):
        ends = []
        for k, (first, last) in enumerate(words):
            if last == t:
                h, c = states[first]
                i, f, u = tf.split(rows[k : k + 1] @ model.w_word + model.b_word + h @ model.u_word, 3, 1)
                ends.append(tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(u))
        h, before = states[-1] if states else (tf.zeros([1, model.units], x.dtype),) * 2
        i, o, u = tf.split(x[t : t + 1] @ model.w + model.b + h @ model.u, 3, 1)
        gates = [tf.exp(tf.sigmoid(i))]
        gates += [
            tf.exp(tf.sigmoid(x[t : t + 1] @ model.w_link + model.b_link + c @ model.u_link)) for c in ends
        ]
        if ends:
            c = tf.add_n([g * v for g, v in zip(gates, [tf.tanh(u), *ends], strict=True)]) / tf.add_n(gates)
        else:
            c = (1 - tf.sigmoid(i)) * before + tf.sigmoid(i) * tf.tanh(u)
        states.append((tf.sigmoid(o) * tf.tanh(c), c))
    return [h for h, _ in states]


# Up to four words end at a character: numbers of words of their own, and a rounded one.  Every kind of vertex is traced.
SENTENCES = [
    (7, [(0, 1), (0, 2), (1, 2), (3, 6)]),
    (1, []),
    (8, [(0, 7), (1, 7), (2, 7), (3, 7), (2, 3)]),
]


@pytest.mark.parametrize("executor", ["eager", pytest.param("loop", marks=pytest.mark.slow)])
def test_lattices_follow_the_equations(executor: str) -> None:
    model = randomised(LatticeLSTM(2, 3, 4, most_words=5, dtype=tf.float64))
    graphs = [lattice(*sentence) for sentence in SENTENCES]
    x = tf.random.stateless_normal([16, 2], [1, 2], dtype=tf.float64)
    rows = tf.random.stateless_normal([9, 3], [3, 4], dtype=tf.float64)

    def plainly():
        found, at, word = [], 0, 0
        for n, words in SENTENCES:
            found += plain_lattice(model, n, words, x[at:], rows[word:])
            at, word = at + n, word + len(words)
        return tf.concat(found, 0)

    compare(with_gradients(model, lambda: model(graphs, x, rows, executor)), with_gradients(model, plainly))


def test_a_batch_without_words_takes_no_rows_of_them() -> None:
    model, x = randomised(LatticeLSTM(2, 3, 4, most_words=1)), tf.random.stateless_normal([4, 2], [1, 2])
    graphs, rows = [lattice(3, []), lattice(1, [])], tf.zeros([0, 3])
    with tf.GradientTape() as tape:
        tape.watch([x, rows])
        found = model(graphs, x, rows, "loop")
    expected = plain_lattice(model, 3, [], x, rows) + plain_lattice(model, 1, [], x[3:], rows)
    compare(found, tf.concat(expected, 0), rtol=1e-5)
    assert [g.shape for g in tape.gradient(found, [x, rows])] == [(4, 2), (0, 3)]


@pytest.mark.parametrize(
    ("executor", "kit"),
    [
        ("loop", Whole()),
        pytest.param("tiles", Tiles((8, 2)), marks=pytest.mark.slow),
    ],
    ids=["loop", "tiles"],
)
def test_a_function_takes_batches_with_and_without_words(executor: str, kit: Kit) -> None:
    model, x = randomised(LatticeLSTM(2, 3, 4, most_words=1)), tf.random.stateless_normal([4, 2], [1, 2])
    model.network.kits[executor] = kit
    rows = tf.random.stateless_normal([1, 3], [3, 4])
    arrays, inputs = model.network.signature(executor)

    @tf.function(input_signature=[{"arrays": arrays, "inputs": inputs}])
    def run(batch):
        with tf.GradientTape() as tape:
            tape.watch(batch["inputs"])
            found = model.network.apply(batch["arrays"], batch["inputs"], executor).state["h"]
        return found, tape.gradient(found, batch["inputs"])

    for words, some in (([], rows[:0]), ([(0, 2)], rows)):
        graphs = [lattice(3, words), lattice(1, [])]
        given = dict(zip(model.network.inputs, [x, some], strict=True))
        found, gradients = run(collate(model.network, graphs, given, executor))
        with tf.GradientTape() as tape:
            tape.watch([x, some])
            expected = tf.concat(
                plain_lattice(model, 3, words, x, some) + plain_lattice(model, 1, [], x[3:], some), 0
            )
        compare(found, expected, rtol=1e-5)
        wanted = tape.gradient(expected, [x, some], unconnected_gradients="zero")
        for name, gradient in zip(model.network.inputs, wanted, strict=True):
            compare(tf.convert_to_tensor(gradients[name]), gradient, rtol=1e-5)


@pytest.mark.parametrize("word", [(2, 2), (-1, 1), (0, 3)])
def test_words_that_do_not_fit_are_refused(word) -> None:
    with pytest.raises(GraphError, match=r"word 0 reaches from.*at least two"):
        lattice(3, [word])


def test_programs_of_modules_are_batched_and_agree_with_single_ones() -> None:
    model = randomised(ModuleNetwork(3, unary=3, binary=2, dtype=tf.float64))
    images = tf.random.stateless_normal([4, 5, 5, 3], [1, 1], dtype=tf.float64)
    shared = (0, SCENE)
    programs = [(3, (1, shared), shared), (4, (0, SCENE), (2, (1, SCENE))), SCENE, (2, (0, (0, SCENE)))]

    def singly():
        return tf.concat([model(images[i : i + 1], [p], "eager") for i, p in enumerate(programs)], 0)

    compare(with_gradients(model, lambda: model(images, programs)), with_gradients(model, singly))


def test_programs_in_prefix_order() -> None:
    arity = {"scene": 0, "filter": 1, "union": 2}.__getitem__
    program = from_prefix(["union", "filter", "scene", "scene"], arity)
    assert program == ("union", ("filter", SCENE), SCENE)
    with pytest.raises(GraphError, match="ends in the middle"):
        from_prefix(["union", "scene"], arity)
    with pytest.raises(GraphError, match=r"goes on.*\['scene'\]"):
        from_prefix(["filter", "scene", "scene"], arity)
    with pytest.raises(GraphError, match="module 0 has 2 arguments and takes 1"):
        ModuleNetwork(3, unary=1, binary=0)(tf.zeros([1, 2, 2, 3]), [(0, SCENE, SCENE)])


def test_graph_networks_treat_graphs_of_a_batch_alone() -> None:
    model = randomised(GraphNetwork(2, 3, rounds=2, dtype=tf.float64))
    sizes = [4, 1, 3]
    edges = [[(0, 1), (1, 0), (2, 2), (3, 0), (0, 3), (0, 1)], [], [(0, 1), (1, 2), (2, 0)]]
    x = tf.random.stateless_normal([8, 2], [1, 2], dtype=tf.float64)

    def together():
        nodes, graphs = model(wiring(sizes, edges), x)
        return tf.concat([nodes, graphs], 0)

    def plainly():
        all_nodes, wholes, at = [], [], 0
        for size, pairs in zip(sizes, edges, strict=True):
            nodes = tf.tanh(x[at : at + size] @ model.w_in + model.b_in)
            whole, at = tf.zeros([1, 3], tf.float64), at + size
            for _ in range(2):
                ends, down = nodes @ model.w_ends, whole @ model.w_down
                arrived = [tf.zeros([1, 3], tf.float64)] * size
                for s, r in pairs:
                    sent = ends[s : s + 1, :3] + ends[r : r + 1, 3:] + down[:, :3] + model.b_edge
                    arrived[r] = arrived[r] + tf.nn.relu(sent)
                z = tf.concat([nodes, tf.concat(arrived, 0)], 1) @ model.w_node + down[:, 3:]
                nodes = tf.tanh(z + model.b_node)
                both = tf.concat([whole, tf.reduce_sum(nodes, 0, keepdims=True)], 1)
                whole = tf.tanh(both @ model.w_graph + model.b_graph)
            all_nodes.append(nodes)
            wholes.append(whole)
        return tf.concat(all_nodes + wholes, 0)

    compare(with_gradients(model, together), with_gradients(model, plainly))
    for batch in range(1, 4):  # one trace for all of them
        model(wiring(sizes[:batch], edges[:batch]), x[: sum(sizes[:batch])])
    assert model._run.experimental_get_tracing_count() <= 2


@pytest.mark.parametrize(
    ("sizes", "edges", "message"),
    [
        ([2], [[(0, 2)]], r"edge 0 of graph 0 joins the nodes \[0, 2\]"),
        ([], [], "one graph at least"),
        ([1], [], "1 sizes and 0"),
    ],
)
def test_edges_to_nowhere_are_refused(sizes, edges, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        wiring(sizes, edges)


def plain_lstm(z, c):
    i, f, u, o = tf.split(z, 4, 1)
    new = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(u)
    return tf.sigmoid(o) * tf.tanh(new), new


def plain_tree(z, kept):
    i, o, u = tf.split(z, 3, 1)
    new = tf.sigmoid(i) * tf.tanh(u) + kept
    return tf.sigmoid(o) * tf.tanh(new), new


def plain_gru(x, r, h):
    (xz, xr, xn), (rz, rr, rn) = tf.split(x, 3, 1), tf.split(r, 3, 1)
    update = tf.sigmoid(xz + rz)
    return (update * h + (1 - update) * tf.tanh(xn + tf.sigmoid(xr + rr) * rn),)


@pytest.mark.parametrize(
    ("mine", "plain", "widths"),
    [
        (lstm_gates, plain_lstm, (8, 2)),
        (tree_lstm_gates, plain_tree, (6, 2)),
        (gru_gates, plain_gru, (6, 6, 2)),
    ],
)
def test_derivatives_written_by_hand_are_the_derived_ones(mine, plain, widths) -> None:
    given = [tf.random.stateless_normal([5, w], [w, i], dtype=tf.float64) for i, w in enumerate(widths)]
    found = []
    for function in (mine, plain):
        with tf.GradientTape() as tape:
            tape.watch(given)
            results = tf.nest.flatten(function(*given))
            loss = tf.add_n([tf.reduce_sum(tf.sin(r) * (i + 1.0)) for i, r in enumerate(results)])
        found.append([*results, *tape.gradient(loss, given)])
    compare(*found)
