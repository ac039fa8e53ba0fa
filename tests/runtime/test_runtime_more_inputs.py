"""Rows of edges, optional components of state, reductions over children, threads: every executor against the reference."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tensorflow as tf
from fuzz.running import without_compilation
from hybridize_runtime import (
    CellError,
    GraphError,
    Network,
    Rows,
    export,
    from_children,
    from_edges,
    from_nested,
    vertex_function,
)
from hybridize_runtime.compile import dispatching
from tensorflow.python.framework import _pywrap_python_api_dispatcher

pytestmark = pytest.mark.tf
EXECUTORS = ["groups", "loop", "tiles", "small-tiles"]
CHILDREN = [[], [], [0, 1], [2], [], [0, 1, 2, 3, 4], [5, 0, 1, 2, 3, 4, 4], [6]]  # arities 0 to 7
SIZES = {"tile_sizes": (8, 2), "small_tile_sizes": (3,)}


@pytest.fixture
def _uncompiled() -> Iterator[None]:
    with without_compilation():
        yield


def agree(
    network: Network,
    graphs: list,
    inputs: dict,
    weights: list,
    executors=EXECUTORS,
    memory: int | None = None,
) -> None:
    """Results and gradients of every executor are those of `eager`, which has all the memory that it wants."""
    found = []
    for executor in ("eager", *executors):
        given = {name: tf.Variable(rows) if rows.dtype.kind == "f" else rows for name, rows in inputs.items()}
        with tf.GradientTape() as tape:
            outputs = network(graphs, given, executor)
            flat = [*outputs.state.values(), *outputs.pushed.values()]
            loss = sum(tf.reduce_sum(tf.sin(rows)) for rows in flat)
        asked = [*weights, *(v for v in given.values() if isinstance(v, tf.Variable))]
        found.append([*flat, *map(tf.convert_to_tensor, tape.gradient(loss, asked))])
        network.memory = memory or network.memory
    for other in found[1:]:
        for mine, theirs in zip(other, found[0], strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-9)


def rows(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).normal(size=shape)


@pytest.mark.usefixtures("_uncompiled")
def test_rows_of_edges() -> None:
    w, labels = tf.Variable(rows(3, 3)), tf.Variable(rows(4, 3))

    @vertex_function(arity=(0, 6))
    def node(v):
        message = tf.tanh(v.gather().h @ w + v.pull("e")) * tf.gather(labels, v.pull("label"))
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(message)))
        v.push(y=v.max(v.pull("e")))

    inputs = {"x": 3, "e": Rows((3,), tf.float64, edges=True), "label": Rows((), tf.int32, edges=True)}
    network = Network([node], {"h": 3}, inputs, dtype=tf.float64, **SIZES)
    children = [*CHILDREN[:6], [5, 5, 0]]  # of kinds of their own, and of the rounded one, with unused slots
    edges, graphs = sum(map(len, children)), []
    for shift in range(3):
        places = (np.arange(edges) + shift) % edges
        pulls, of_edges = {"x": range(len(children))}, {"e": places, "label": places}
        graphs.append(from_children(["node"] * len(children), children, pulls, edge_pulls=of_edges))
    given = {"x": rows(3 * len(children), 3), "e": rows(3 * edges, 3)}
    given["label"] = np.arange(3 * edges, dtype="int32") % 4
    agree(network, graphs, given, [w, labels])
    agree(network, graphs, given, [w, labels], executors=["groups", "loop"], memory=1000)  # in parts


def test_builders_name_the_rows_of_edges() -> None:
    cells = ["a", "b", "c"]
    by_edges = from_edges(cells, [(1, 2), (0, 1), (0, 2)], edge_pulls={"e": [10, 11, 12]})
    assert by_edges.children.tolist() == [0, 1, 0]
    assert by_edges.edge_pulls["e"].tolist() == [11, 10, 12]
    tree = ("a", ("b", ()), ("c", ()))
    nested = from_nested(
        tree,
        lambda n: [c for c in n[1:] if c],
        lambda n: n[0],
        edge_pulls={"e": lambda n, k: "ab".index(n[0]) + k},
    )
    assert nested.edge_pulls["e"].tolist() == [0, 1]
    with pytest.raises(GraphError, match="`edge_pulls\\['e'\\]` has 1 rows for 2 children"):
        from_children(cells, [[], [], [0, 1]], edge_pulls={"e": [0]})
    reading = [
        vertex_function((0, 2), name)(lambda v: v.scatter(h=v.sum(v.gather().h + v.pull("e"))))
        for name in cells
    ]
    network = Network(reading, {"h": 1}, {"e": Rows((1,), edges=True)})
    with pytest.raises(GraphError, match="pulls `e` but has no row of it; set `edge_pulls"):
        network([from_children(cells, [[], [], [0, 1]])], {"e": np.ones([2, 1])}, "loop")


@pytest.mark.usefixtures("_uncompiled")
def test_optional_components_of_state() -> None:
    up = tf.Variable(rows(2, 4))

    @vertex_function(arity=0)
    def word(v):
        v.scatter(word=tf.tanh(v.pull("x")))

    @vertex_function(arity=(1, 3))
    def phrase(v):
        below = v.gather()
        v.scatter(phrase=tf.tanh(v.sum(below.word @ up) + v.sum(below.phrase)))

    state = {"word": Rows((2,), tf.float64, optional=True), "phrase": Rows((4,), tf.float64, optional=True)}
    network = Network([word, phrase], state, {"x": 2}, dtype=tf.float64, **SIZES)
    graph = from_children(
        ["word", "word", "phrase", "phrase"], [[], [], [0, 1], [2, 1, 0]], {"x": [0, 1, -1, -1]}
    )
    agree(network, [graph, graph], {"x": rows(4, 2)}, [up])
    strict = Network([word], {"word": Rows((2,), tf.float64), "phrase": 4}, {"x": 2}, dtype=tf.float64)
    with pytest.raises(CellError, match="does not scatter `phrase`"):
        strict.check()


@pytest.mark.usefixtures("_uncompiled")
@pytest.mark.parametrize("most", [4, *(pytest.param(n, marks=pytest.mark.slow) for n in (7, 9))])
def test_reductions_over_children(most: int) -> None:
    """Numbers of children with kinds of their own, and rounded ones, where slots are unused."""
    w = tf.Variable(rows(3, 1))

    @vertex_function(arity=(0, most))
    def node(v):
        h, x = v.gather().h, v.pull("x")
        attended = v.sum(v.softmax(h @ w + v.each(x[:, :1])) * h)
        v.scatter(h=tf.tanh(x + attended + v.mean(h) + v.max(h)))

    network = Network([node], {"h": 3}, {"x": 3}, dtype=tf.float64, **SIZES)
    children = [[c for c in below if c < i][:most] for i, below in enumerate(CHILDREN)]
    graph = from_children(["node"] * len(children), children, {"x": range(len(children))})
    agree(network, [graph] * 3, {"x": rows(3 * len(children), 3)}, [w])
    x = rows(3, 3)
    flat = from_children(["node"] * 3, [[], [], [0, 1]], {"x": range(3)})
    h = np.tanh(x[:2])
    scores = h @ w.numpy() + x[2, 0]
    weights = np.exp(scores) / np.exp(scores).sum(0)
    want = np.tanh(x[2] + (weights * h).sum(0) + h.mean(0) + h.max(0))
    np.testing.assert_allclose(network([flat], {"x": x}, "loop").state["h"][0], want, rtol=1e-9)


def test_archives_refuse_what_they_have_no_place_for(tmp_path) -> None:
    def noisy(v):
        v.scatter(h=v.pull("x") + tf.random.normal(tf.shape(v.pull("x"))))

    def of_edges(v):
        v.scatter(h=v.pull("x") + v.sum(v.pull("e")))

    graph = from_children(["cell"], [[]], {"x": [0]})
    for function, inputs, message in (
        (noisy, {"x": 2}, "`cell` draws random numbers"),
        (of_edges, {"x": 2, "e": Rows((2,), edges=True)}, "`e` belongs to edges"),
    ):
        network = Network([vertex_function((0, 1), "cell")(function)], {"h": 2}, inputs)
        with pytest.raises(CellError, match=message):
            export(network, [graph], tmp_path / "model.hyb")


@pytest.mark.parametrize(  # `tiles`: those of whole steps
    "executor", ["groups", "loop", pytest.param("small-tiles", marks=pytest.mark.slow)]
)
def test_several_threads_get_what_one_gets(executor: str) -> None:
    w = tf.Variable(rows(3, 3))

    @tf.function(autograph=False)
    def gate(x):  # inlined while cells are traced
        return tf.tanh(x @ w)

    def network() -> Network:
        @vertex_function(arity=(0, 2))
        def node(v):
            v.scatter(h=gate(v.pull("x") + v.sum(v.gather().h)))

        return Network([node], {"h": 3}, {"x": 3}, dtype=tf.float64, **SIZES)

    graphs = [from_children(["node"] * 4, [[], [], [0, 1], [2]], {"x": range(4)}) for _ in range(2)]
    x = tf.constant(rows(4, 3))

    def compute(job: tuple[Network, int]) -> np.ndarray:
        one, count = job
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(one(graphs[:count], {"x": tf.tile(x, [count, 1])}, executor).state["h"] ** 2)
        return np.append(tape.gradient(loss, w), loss)

    networks = [network(), network()]
    jobs = [(one, count) for count in (1, 2) for one in networks]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(compute, jobs * 2))
    alone = network()
    by_count = {count: compute((alone, count)) for count in (1, 2)}
    want = [by_count[count] for _, count in jobs * 2]
    np.testing.assert_allclose(found, want, rtol=1e-9)
    assert [one.traces for one in networks] == [{} if executor == "groups" else {(executor, True): 1}] * 2


def test_gradients_are_made_by_one_thread(monkeypatch) -> None:
    """TensorFlow makes them in the first call under a tape, and spoils the graph where a second call comes meanwhile."""
    from tensorflow.python.eager.polymorphic_function import concrete_function

    made = concrete_function._TapeGradientFunctions._build_functions_for_outputs
    making = []

    def slowly(self, *args):
        if "call" in self._func_graph.name:
            making.append(threading.get_ident())
            time.sleep(0.2)
        return made(self, *args)

    monkeypatch.setattr(concrete_function._TapeGradientFunctions, "_build_functions_for_outputs", slowly)
    w = tf.Variable(rows(3, 3))

    @vertex_function(arity=(0, 1))
    def node(v):
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(v.gather().h) @ w))

    network = Network([node], {"h": 3}, {"x": 3}, dtype=tf.float64)
    graph = from_children(["node"] * 2, [[], [0]], {"x": range(2)})

    def gradient(_: int) -> np.ndarray:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(network([graph], {"x": rows(2, 3)}, "loop").state["h"] ** 2)
        return tape.gradient(loss, w)

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(gradient, range(3)))
    assert len(making) == 1
    np.testing.assert_allclose(found, [gradient(0)] * 3, rtol=1e-9)


def test_a_step_is_traced_while_a_thread_traces_cells() -> None:
    """What a step traces may need what the other thread is about to make, and the other way round."""
    w = tf.Variable(rows(2, 2))

    @vertex_function(arity=(0, 1))
    def node(v):
        v.scatter(h=tf.tanh(v.pull("x") + v.sum(v.gather().h) @ w) * (2.0 if v.training else 1.0))

    network = Network([node], {"h": 2}, {"x": 2}, dtype=tf.float64, patience=0.0)
    graphs = [from_children(["node"] * 2, [[], [0]], {"x": range(2)})] * 2
    x, tracing = tf.constant(rows(4, 2)), threading.Event()

    @network.function
    def step(run, x):
        tracing.set()
        time.sleep(0.5)  # the other thread is at what it traces
        return run({"x": x}).state["h"]

    def trains() -> np.ndarray:
        tracing.wait(60)
        return network(graphs, {"x": x}, "groups", training=True).state["h"].numpy()

    found: list[np.ndarray] = []
    threads = [
        threading.Thread(target=lambda: found.append(step(graphs, x).numpy()), daemon=True),
        threading.Thread(target=lambda: found.append(trains()), daemon=True),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 2
    by_training = sorted(found, key=lambda h: np.abs(h).max())
    for mine, training in zip(by_training, (False, True), strict=True):
        want = network(graphs, {"x": x}, "eager", training=training).state["h"]
        np.testing.assert_allclose(mine, want, rtol=1e-9)


def test_tensorflow_knows_the_classes_of_arguments() -> None:
    """While it asks Python about one that it has not met, other threads run, and processes have crashed."""
    asked = []

    class Asking(type):
        def __instancecheck__(cls, value: object) -> bool:
            asked.append(type(value))
            return False

    checker = _pywrap_python_api_dispatcher.MakeInstanceChecker(Asking("Asked", (), {}))
    dispatching.checkers[Asking] = checker
    try:
        dispatching.know_classes.__wrapped__()
    finally:
        del dispatching.checkers[Asking]
    assert asked
    asked.clear()
    w = tf.Variable(1.0)
    values = [
        w,
        w + 1.0,
        2.0,
        3,
        True,
        "text",
        [1.0],
        (2,),
        None,
        np.ones(2),
        np.float64(1),
        tf.float32,
        w.shape,
    ]
    with tf.Graph().as_default():
        values.append(tf.compat.v1.placeholder(tf.int32))
    assert {checker.Check(value).name for value in values} == {"NO_MATCH"}
    assert not asked
