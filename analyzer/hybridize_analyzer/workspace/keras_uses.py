"""What a program uses that only one of Keras 2 and Keras 3 has, which tells on which of them it runs.

It is looked for in the text, and files that seem to use it are parsed: comments, texts and what is guarded by a version
or by `try` tell nothing.  Each entry is executed with both versions
(`tests/knowledge/test_keras_versions.py`): one of them refuses it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hybridize_analyzer.workspace.sources import SourceFile

ONLY_IN_KERAS_2 = {
    "backend": """function in_test_phase in_train_phase learning_phase learning_phase_scope
    manual_variable_initialization normalize_batch_in_training placeholder print_tensor set_learning_phase""",
    "experimental": "CosineDecay CosineDecayRestarts LinearModel SequenceFeatures WideDeepModel",
    "layers": "AbstractRNNCell DenseFeatures LocallyConnected1D LocallyConnected2D",
    "layers.experimental": "EinsumDense RandomFourierFeatures SyncBatchNormalization preprocessing",
    "metrics": "MeanRelativeError MeanTensor",
    "optimizers.experimental": "Adadelta Adagrad Adam AdamW Adamax Ftrl Nadam Optimizer RMSprop SGD",
}
"""Names by module of `tf.keras`."""
ONLY_IN_KERAS_3 = {"": "config ops random", "optimizers": "Muon"}
_NEVER_WITH_KERAS_3 = rb"^\s*(?:import|from)\s+tensorflow_addons\b"
"""TensorFlow Addons ended with TensorFlow 2.15, and imports parts of Keras 2 that Keras 3 does not have."""


@dataclass(frozen=True)
class Use:
    """A way of using Keras that Keras 3 refuses.

    text: what every such place contains.  pattern: what the place looks like.  example: a program that fails with Keras 3
    and not with Keras 2; `keras` is one of the two.  method: of layers, models or
    optimizers, which a program may define itself; empty where the place shows that it means Keras.
    """

    text: str
    pattern: str
    example: str
    method: str = ""

    def place(self, source: SourceFile) -> str | None:
        """The first place of this kind in a file, as it is written; None where there is none."""
        if self.text.encode() not in source.raw:
            return None
        found = _first(source, self._compiled)
        return None if found is None or not _is_of_one_kind(source, found) else _shown(found[0])

    @cached_property
    def _compiled(self) -> re.Pattern[bytes]:
        return re.compile(self.pattern.encode(), re.MULTILINE)


_OPTIMIZERS = "(?:Adadelta|Adagrad|Adam|Adamax|Ftrl|Nadam|RMSprop|SGD)"
_ARGUMENTS = r"\((?:[^()]|\([^()]*\))*?\b"
"""An opening parenthesis, and arguments in which calls stand no deeper than one."""
_LAYER = "class L(keras.layers.Layer):\n    def call(self, x):\n        {}\n        return x\nL()(keras.backend.ones([1]))"
_MODEL = "model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])\n"
USES_OF_KERAS_2 = (
    Use(
        "optimizers.legacy",
        r"\boptimizers\.legacy(?:\.[A-Z]\w*\(|\s+import\s+[A-Z])",
        "keras.optimizers.legacy.Adam(0.1)",
    ),
    Use("lr", rf"\b{_OPTIMIZERS}\(\s*lr\s*=", "keras.optimizers.Adam(lr=0.1)"),
    Use(
        ".lr",
        rf"^\s*(?P<name>[\w.]+)\s*=[^=\n]*\boptimizers\.{_OPTIMIZERS}\((?s:.*)^[^#\n]*?(?<![\w.])(?P=name)\.lr\b(?!\s*=[^=])",
        "optimizer = keras.optimizers.Adam(0.1)\noptimizer.lr",
    ),
    Use(
        ".minimize(",
        rf"^\s*(?P<name>[\w.]+)\s*=[^=\n]*\boptimizers\.{_OPTIMIZERS}\((?s:.*)^[^#\n]*?(?<![\w.])(?P=name)\.minimize\(",
        "optimizer = keras.optimizers.Adam(0.1)\nlayer = keras.layers.Dense(1)\nlayer.build((1, 1))\n"
        "optimizer.minimize(lambda: layer.kernel * 1.0, [layer.kernel])",
    ),
    Use(
        ".reset_states()",
        r"^\s*(?P<name>[\w.]+)\s*=[^=\n]*\bmetrics\.[A-Z]\w*\((?s:.*)^\s*(?P=name)\.reset_states\(\)",
        "loss = keras.metrics.Mean()\nloss.reset_states()",
    ),
    Use(
        ".add_weight(",
        r"\bself\.add_weight\(\s*f?[\"']",
        _LAYER.format("self.add_weight('kernel', shape=[1])"),
        method="add_weight",
    ),
    Use(
        ".add_variable(",
        r"\bself\.add_variable\(\s*f?[\"']",
        _LAYER.format("self.add_variable('kernel', [1])"),
        method="add_variable",
    ),
    Use(
        ".add_metric(",
        r"\bself\.add_metric\(",
        _LAYER.format("self.add_metric(x, name='size')"),
        method="add_metric",
    ),
    Use(".add_update(", r"\bself\.add_update\(", _LAYER.format("self.add_update([])"), method="add_update"),
    Use(
        ".fit_generator(",
        r"\.fit_generator\(",
        _MODEL
        + "model.compile('sgd', 'mse')\nmodel.fit_generator(iter([(keras.backend.ones([1, 2]).numpy(),) * 2]), 1)",
        method="fit_generator",
    ),
    Use(
        ".save_weights(",
        r"\.save_weights\(\s*f?[\"'][^\"'\n]*(?<!\.weights\.h5)[\"']\s*[,)]",
        _MODEL + "model.save_weights('model.h5')",
        method="save_weights",
    ),
    Use(
        "time_major",
        rf"\b(?:LSTM|GRU|RNN){_ARGUMENTS}time_major\s*=",
        "keras.layers.LSTM(1, time_major=True)",
    ),
    Use(
        "fused", rf"\bBatchNormalization{_ARGUMENTS}fused\s*=", "keras.layers.BatchNormalization(fused=True)"
    ),
    Use(
        "batch_input_shape",
        rf"\blayers\.\w+{_ARGUMENTS}batch_input_shape\s*=",
        "keras.layers.Dense(1, batch_input_shape=(2, 3))",
    ),
    Use(
        "period",
        rf"\bModelCheckpoint{_ARGUMENTS}period\s*=",
        "keras.callbacks.ModelCheckpoint('m', period=3)",
    ),
)
"""Of files that mention Keras."""


def _names(table: Mapping[str, str], *others: bytes) -> re.Pattern[bytes]:
    """What a file names of Keras: `tf.keras.layers.X`, `K.X`, or what it imports from there."""
    parts = list(others)
    for module, members in table.items():
        within = "".join(rf"\.{part}" for part in module.split(".") if part)
        one_of = f"(?:{'|'.join(members.split())})"
        parts.append(rf"\bkeras{within}\.{one_of}\b".encode())
        parts.append(rf"^\s*from\s+[\w.]*\bkeras{within}\s+import\b[^\n]*\b{one_of}\b".encode())
        if module == "backend":
            parts.append(rf"\bK\.{one_of}\(".encode())
    return re.compile(b"|".join(parts), re.MULTILINE)


_NAMES_OF_KERAS_2 = _names(ONLY_IN_KERAS_2, _NEVER_WITH_KERAS_3)
_NAMES_OF_KERAS_3 = _names(ONLY_IN_KERAS_3)


def of_keras_2(sources: Sequence[SourceFile]) -> str | None:
    """What the program uses that Keras 3 does not have, as it is written; None where nothing is seen."""
    with_tensorflow = [s for s in sources if b"tensorflow" in s.raw]
    for source in with_tensorflow:
        if (found := _first(source, _NAMES_OF_KERAS_2)) is not None:
            return _shown(found[0])
    with_keras = [s for s in with_tensorflow if b"keras" in s.raw]
    for use in USES_OF_KERAS_2:
        places = (place for source in with_keras if (place := use.place(source)))
        if (place := next(places, None)) and not _defines(sources, use.method, place):
            return place
    return None


def of_keras_3(sources: Iterable[SourceFile]) -> bool:
    """Whether the program uses what Keras 2 does not have."""
    return any(b"keras" in s.raw and _NAMES_OF_KERAS_3.search(s.raw) for s in sources)


def _defines(sources: Sequence[SourceFile], method: str, place: str) -> bool:
    """Whether the program has a method of that name, or a class with the name of one that a place calls."""
    called = re.findall(r"\b([A-Z]\w*)\(", place)
    own = [rf"\bdef {method}\("] * bool(method) + [rf"\bclass {name}\b" for name in called]
    return bool(own) and any(re.search("|".join(own).encode(), s.raw) for s in sources)


def _is_of_one_kind(source: SourceFile, found: re.Match[bytes]) -> bool:
    """Whether a name that a place gives to an object of Keras means nothing else in the file."""
    if "name" not in found.groupdict():
        return True
    name, first = re.escape(found["name"]), found[0].lstrip().partition(b"\n")[0]
    kind = rb"\boptimizers\." if b"optimizers." in first else rb"\bmetrics\."
    values = re.findall(rb"(?<![\w.])" + name + rb"[ \t]*(?::[^=\n]*)?=(?!=)[^\n]*", source.raw)
    others = re.search(rb"\b(?:for|as)\s+" + name + rb"\b|\bdef\s+\w+\([^)]*\b" + name + rb"\b", source.raw)
    return others is None and all(re.search(kind, value) or _NO_OBJECT.search(value) for value in values)


_NO_OBJECT = re.compile(rb"=[ \t]*(?:None\b|[\"'])")


def _first(source: SourceFile, pattern: re.Pattern[bytes]) -> re.Match[bytes] | None:
    """The first place that a program runs, whatever Keras it finds; None where there is none."""
    found = list(pattern.finditer(source.raw))
    if not found:
        return None
    try:
        aside = [*_texts(source.raw)]
        guarded = [*_guarded(ast.parse(source.raw))]
    except (SyntaxError, ValueError, tokenize.TokenError):
        return found[0]
    return next((each for each in found if _is_told(source.raw, each, aside, guarded)), None)


_Position = tuple[int, int]


def _is_told(
    raw: bytes, found: re.Match[bytes], aside: Sequence[tuple[_Position, _Position]], guarded: Sequence[range]
) -> bool:
    start = found.end() - len(found[0].lstrip())
    for position in (_position(raw, start), _position(raw, found.end() - 1)):
        if any(first < position < last for first, last in aside) or any(
            position[0] in lines for lines in guarded
        ):
            return False
    return True


def _position(raw: bytes, offset: int) -> _Position:
    before = raw[:offset]
    line = before.rpartition(b"\n")[2]
    return before.count(b"\n") + 1, len(line.decode("utf-8", "replace"))


def _texts(raw: bytes) -> Iterator[tuple[_Position, _Position]]:
    """Where comments and texts stand."""
    for token in tokenize.tokenize(io.BytesIO(raw).readline):
        if token.type == tokenize.STRING:
            yield token.start, token.end
        elif token.type == tokenize.COMMENT:
            yield (token.start[0], token.start[1] - 1), token.end


def _guarded(tree: ast.AST) -> Iterator[range]:
    """The lines of a program that it runs only with some version: behind a test, or where it catches what fails."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Try)
            and len(node.body) <= _MOST_TRIED
            and any(map(_is_caught, node.handlers))
        ) or (
            isinstance(node, (ast.If, ast.IfExp))
            and re.search("version|hasattr|getattr", ast.dump(node.test))
        ):
            yield range(node.lineno, (node.end_lineno or node.lineno) + 1)


_MOST_TRIED = 3
"""Statements of a `try` that is about one use: longer ones are about what a program does as a whole."""
_FAILURES = frozenset(
    "AttributeError Exception ImportError ModuleNotFoundError TypeError ValueError BaseException".split()
)
"""What a use fails with."""


def _is_caught(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(each, ast.Name) and each.id in _FAILURES for each in caught)


def _shown(place: bytes) -> str:
    """A place in one line: of several lines the last, which is the one that Keras 3 refuses."""
    return " ".join(place.strip().rpartition(b"\n")[2].decode("utf-8", "replace").split())
