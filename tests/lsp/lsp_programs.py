"""Small programs that tests of the server share."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

EVERY_GAIN = 'min-gain = "low"\n'
EVERY_GAIN_HERE = "[tool.hybridize]\n" + EVERY_GAIN
"""Settings with which small programs are worth their edits."""
HEAD = "import tensorflow as tf\n\n\n"
EAGER = "def {0}(x):\n    return tf.exp(x) * tf.nn.relu(x) + 1.0\n\n\n"
CALL = "{0}(tf.ones([2]))\n"
PROGRAM = HEAD + EAGER.format("f") + CALL.format("f")
LARGE = PROGRAM.replace("    return", 100 * "    x = tf.nn.relu(x)\n" + "    return")
LARGE = LARGE.replace(CALL.format("f"), "for _ in range(90_000):\n    " + CALL.format("f"))
"""Worth its edit with the default settings."""
DECORATED = PROGRAM.replace("def f", "@tf.function\ndef f")


def pushing(capabilities: lsp.ClientCapabilities) -> None:
    """An editor that does not ask for diagnostics."""
    capabilities.text_document.diagnostic = None


def codes(diagnostics) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics]


def write_many(project: Path) -> None:
    """Makes the program import so much that its analysis takes seconds."""
    for number in range(60):
        body = "".join(EAGER.format(f"f{number}_{i}") + CALL.format(f"f{number}_{i}") for i in range(40))
        (project / f"m{number}.py").write_text(HEAD + body)
    (project / "model.py").write_text("".join(f"import m{number}\n" for number in range(60)) + PROGRAM)
