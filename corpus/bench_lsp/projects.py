"""What is edited: a made-up project, and public ones."""

from __future__ import annotations

from pathlib import Path

_MODULE = '''"""Part {number} of a made-up project."""

import tensorflow as tf
{imports}

{functions}
'''
_FUNCTION = """def step_{number}_{index}(x, rate=0.1):
    hidden = tf.nn.relu(tf.matmul(x, tf.transpose(x)) * rate)
    loss = tf.reduce_mean(hidden) + {call}
    return loss * {index}.0


class Model_{number}_{index}(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense({index} + 1)

    def call(self, inputs):
        return self.dense(tf.exp(inputs))
"""
_LONG_FUNCTION = """def step_{number}(x):
    hidden = tf.nn.relu(x) + tf.exp(x) * tf.tanh(x)
    hidden = tf.nn.relu(hidden) + tf.exp(hidden) * tf.tanh(hidden)
    hidden = tf.nn.relu(hidden) * tf.tanh(hidden) + tf.exp(hidden) + 1.0
    return tf.exp(hidden) * tf.nn.relu(hidden) - tf.tanh(hidden) / 2.0


for _ in range(9): step_{number}(tf.ones([2]))

"""


def make_long_file(folder: Path, *, functions: int = 750) -> Path:
    """Writes a project of one file, nine lines for each function, and a finding in every one."""
    folder.mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[tool.hybridize]\nmin-gain = "low"\n', encoding="utf-8")
    path = folder / "long.py"
    text = "import tensorflow as tf\n\n\n" + "".join(
        _LONG_FUNCTION.format(number=n) for n in range(functions)
    )
    path.write_text(text, encoding="utf-8")
    return path


def make_project(folder: Path, *, modules: int = 40, functions: int = 6) -> Path:
    """Writes a project whose modules call each other in a chain; the file in the middle of it."""
    folder.mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    for number in range(modules):
        before = number - 1
        imports = f"from part_{before} import step_{before}_0\n" if number else ""
        parts = [
            _FUNCTION.format(
                number=number,
                index=index,
                call=f"step_{before}_0(x)" if number and index == 0 else "tf.reduce_sum(x)",
            )
            for index in range(functions)
        ]
        text = _MODULE.format(number=number, imports=imports, functions="\n\n".join(parts))
        (folder / f"part_{number}.py").write_text(text, encoding="utf-8")
    calls = "".join(f"step_{modules - 1}_{index}(tf.ones([4, 4]))\n" for index in range(functions))
    main = f"import tensorflow as tf\nfrom part_{modules - 1} import *\n\n{calls}"
    (folder / "main.py").write_text(main, encoding="utf-8")
    return folder / f"part_{modules // 2}.py"


def middle_file(root: Path) -> Path:
    """The largest file of a project, tests aside, that has a function with a `return`."""
    files = (path for path in sorted(root.rglob("*.py")) if "test" not in path.relative_to(root).as_posix())
    edited = [path for path in files if "\n    return " in path.read_text(encoding="utf-8")]
    return max(edited, key=lambda path: path.stat().st_size)
