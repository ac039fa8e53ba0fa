"""Lattice LSTM (Zhang and Yang, ACL 2018): a chain of characters, and words that shortcut parts of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Vertex, vertex_function
from hybridize_runtime.errors import GraphError
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.graphs import InstanceGraph, from_children
from hybridize_runtime.models.weights import weight

MOST_WORDS = 15  # that end at one character


def lattice(characters: int, words: Sequence[tuple[int, int]]) -> InstanceGraph:
    """A graph of `characters` steps and of words (first character, last character).

    Step `t` pulls row `t` of the input `x`, word `i` pulls row `i` of the input `word`.  All steps are read, in order.
    Raises GraphError for words that are shorter than two characters or reach beyond the sentence.
    """
    for i, (first, last) in enumerate(words):
        if not 0 <= first < last < characters:
            raise GraphError(
                f"word {i} reaches from character {first} to {last} of {characters}; "
                "words have at least two characters of the sentence"
            )
    ending: dict[int, list[int]] = {}
    for i, (_, last) in enumerate(words):
        ending.setdefault(last, []).append(characters + i)
    steps = [[t - 1, *ending.get(t, ())] if t else [] for t in range(characters)]
    names = ["start" if not below else "step" if len(below) == 1 else "meet" for below in steps]
    rows = {
        "x": [*range(characters), *[-1] * len(words)],
        "word": [*[-1] * characters, *range(len(words))],
    }
    below = [*steps, *([first] for first, _ in words)]
    return from_children([*names, *["word"] * len(words)], below, rows, reads=list(range(characters)))


class LatticeLSTM(tf.Module):  # type: ignore[misc]
    """Hidden states of all characters, from characters and the words that a lexicon finds among them.

    A word cell (forget, input, candidate; no output gate) starts from the state of its first character.  Where words end,
    their cells and the candidate of the character are mixed with normalised gates instead of the forget gate.
    """

    def __init__(
        self, inputs: int, words: int, units: int, most_words: int = MOST_WORDS, dtype: Any = tf.float32
    ) -> None:
        super().__init__(name="lattice_lstm")
        self.units = units
        self.w, self.u = (
            weight("w", inputs, 3 * units, dtype=dtype),
            weight("u", units, 3 * units, dtype=dtype),
        )
        self.b = weight("b", 3 * units, dtype=dtype)
        self.w_word = weight("w_word", words, 3 * units, dtype=dtype)
        self.u_word = weight("u_word", units, 3 * units, dtype=dtype)
        self.b_word = weight("b_word", 3 * units, dtype=dtype)
        self.w_link = weight("w_link", inputs, units, dtype=dtype)
        self.u_link = weight("u_link", units, units, dtype=dtype)
        self.b_link = weight("b_link", units, dtype=dtype)
        cells = [
            vertex_function(0)(self.start),
            vertex_function(1)(self.step),
            vertex_function(1)(self.word),
            vertex_function((2, 1 + most_words))(self.meet),
        ]
        self.network = Network(cells, {"h": units, "c": units}, {"x": inputs, "word": words}, dtype)

    def __call__(self, graphs: Sequence[InstanceGraph], x: Any, words: Any, executor: str = "auto") -> Any:
        """The `h` of all characters, sentence after sentence, [characters, units]."""
        return self.network(graphs, {"x": x, "word": words}, executor).state["h"]

    def start(self, v: Vertex) -> None:
        """The first character."""
        i, o, u = tf.split(tf.matmul(v.pull("x"), v.weight(self.w)) + v.weight(self.b), 3, axis=1)
        self._finish(v, o, tf.sigmoid(i) * tf.tanh(u))

    def step(self, v: Vertex) -> None:
        """A character at which no word ends: input and forget gate are coupled."""
        h, c = v.gather(0)
        i, o, u = self._gates(v, h)
        self._finish(v, o, c + tf.sigmoid(i) * (tf.tanh(u) - c))

    def word(self, v: Vertex) -> None:
        """A word, from the state of its first character."""
        h, c = v.gather(0)
        z = (
            tf.matmul(v.pull("word"), v.weight(self.w_word))
            + v.weight(self.b_word)
            + tf.matmul(h, v.weight(self.u_word))
        )
        i, f, u = tf.split(z, 3, axis=1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(u)
        v.scatter(h=tf.tanh(c), c=c)

    def meet(self, v: Vertex) -> None:
        """A character at which words end: child 0 is the character before, the others are the words."""
        i, o, u = self._gates(v, v.gather(0).h)
        words = v.gather().c[:, 1:]
        link = v.each(tf.matmul(v.pull("x"), v.weight(self.w_link)) + v.weight(self.b_link)) + tf.matmul(
            words, v.weight(self.u_link)
        )
        share = tf.exp(tf.sigmoid(link))
        if v.used is not None:
            share = share * v.used[:, 1:]
        own = tf.exp(tf.sigmoid(i))
        total = own + tf.reduce_sum(share, 1)
        self._finish(v, o, (own * tf.tanh(u) + tf.reduce_sum(share * words, 1)) / total)

    def _gates(self, v: Vertex, h: Any) -> Any:
        return tf.split(
            tf.matmul(v.pull("x"), v.weight(self.w)) + v.weight(self.b) + tf.matmul(h, v.weight(self.u)),
            3,
            axis=1,
        )

    def _finish(self, v: Vertex, o: Any, c: Any) -> None:
        v.scatter(h=tf.sigmoid(o) * tf.tanh(c), c=c)
