"""Which Keras a project runs on: from its settings, its program, its lock files and its requirements."""

from __future__ import annotations

from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.settings import load_settings
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.targets import keras_of, read_target

LOCK = '[[package]]\nname = "numpy"\nversion = "1.26"\n\n[[package]]\nname = "tensorflow"\nversion = "{}"\n'
MODEL = """import tensorflow as tf

class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)

m = M()
m(tf.ones([2, 2]))
"""


def source(text: str, name: str = "m.py") -> SourceFile:
    return SourceFile(Path(name), name, text, "utf-8", text.encode())


@pytest.mark.parametrize(
    ("name", "text", "keras"),
    [
        ("requirements.txt", "numpy\ntensorflow==2.9.1\n", 2),
        ("requirements.txt", "tensorflow-gpu~=2.10.0\n", 2),
        ("requirements.txt", "tensorflow>=2.9,<2.16  # Keras 2\n", 2),
        ("requirements.txt", "tensorflow[and-cuda]==2.17.*\n", 3),
        ("requirements.txt", "tensorflow<=2.15\n", 2),
        ("requirements.txt", "tensorflow>=2.4\n", 3),
        ("requirements.txt", "tensorflow\n", 3),
        ("requirements.txt", "tensorflow-probability==0.20\n", 3),
        ("requirements.txt", "keras<3\n", 2),
        ("requirements-dev.txt", "tensorflow==2.12\n", 2),
        ("pyproject.toml", "[project]\ndependencies = ['tensorflow>=2.8,<2.14']\n", 2),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^2.16'\n", 3),
        ("setup.py", "setup(install_requires=['tensorflow==2.4.0'])\n", 2),
        ("setup.cfg", "[options]\ninstall_requires =\n    tensorflow==2.11\n", 2),
        ("environment.yml", "dependencies:\n  - tensorflow=2.10\n", 2),
        ("uv.lock", LOCK.format("2.15.1"), 2),
        ("poetry.lock", LOCK.format("2.18.0"), 3),
        ("poetry.lock", "[[package\n", 3),
        ("Pipfile.lock", '{"default": {"tensorflow": {"version": "==2.13.0"}}}', 2),
    ],
)
def test_versions_of_files(name: str, text: str, keras: int, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    target = read_target(tmp_path, ())
    assert target.keras == (keras,)
    assert "\n" not in target.reason


@pytest.mark.parametrize(
    ("text", "keras"),
    [
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n", (2,)),
        ("import os\nos.environ.setdefault('TF_USE_LEGACY_KERAS', '1')\n", (2,)),
        ("import os\nos.environ['TF_USE_LEGACY_KERAS'] = '0'\n", (3,)),
        ("import tf_keras as keras\n", (2,)),
        ("import tf_keras\nimport keras\n", (2, 3)),
        ("import keras\n", (3,)),
        ("import tensorflow as tf\nfilled = tf.keras.layers.DenseFeatures(columns)\n", (2,)),
        ("from tensorflow.keras import backend as K\n\ny = K.in_train_phase(x, z)\n", (2,)),
        ("from tensorflow.keras.layers import Dense, LocallyConnected1D\n", (2,)),
        ("from tensorflow.keras.layers.experimental import preprocessing\n", (2,)),
        ("import tensorflow_addons as tfa\n", (2,)),
        (
            "from tensorflow import keras\nlayer = keras.layers.DenseFeatures(c)\ny = keras.ops.exp(x)\n",
            (2, 3),
        ),
        ("import tensorflow as tf\na = tf.keras.optimizers.Adam(lr=1e-3)\n", (2,)),
        ("import tensorflow as tf\nfrom torch.optim import Adam\nk = tf.keras\na = Adam(w, lr=1e-3)\n", (3,)),
        ("import tensorflow as tf\nloss = tf.keras.metrics.Mean()\nloss.reset_states()\n", (2,)),
        ("import tensorflow as tf\nrnn = tf.keras.layers.LSTM(3)\nrnn.reset_states()\n", (3,)),
        ("import tensorflow as tf\na = tf.keras.optimizers.Adam()\nprint(a.lr, self.lr)\n", (2,)),
        ("import tensorflow as tf\na = tf.keras.optimizers.Adam()\nprint(args.a.lr, self.lr)\n", (3,)),
        ("import tensorflow.keras as keras\nm.save_weights('m.h5')\n", (2,)),
        ("import tensorflow.keras as keras\nm.save_weights('m.weights.h5')\nm.save_weights(path)\n", (3,)),
        ("import tensorflow.keras as keras\ndef fit_generator(x): pass\nm.fit_generator(1)\n", (3,)),
        (
            "import tensorflow as tf\na = tf.keras.optimizers.Adam(1.0)  # was Adam(lr=1.0), m.fit_generator(g)\n",
            (3,),
        ),
        ("import tensorflow as tf\ndef f():\n    '''With tf.keras Adam(lr=1.0).'''\n", (3,)),
        (
            "import tensorflow as tf\nk = tf.keras\ntry:\n    a = k.optimizers.Adam(lr=1.0)\nexcept TypeError:\n    a = 1\n",
            (3,),
        ),
        ("import tensorflow as tf\nk = tf.keras\nif k.__version__ < '3':\n    m.fit_generator(g)\n", (3,)),
        ("import tensorflow as tf\nk = tf.keras\ndef train():\n    m.fit_generator(g)\n", (2,)),
        ("import tensorflow as tf\nclass Adam(tf.keras.optimizers.SGD): pass\na = Adam(lr=1.0)\n", (3,)),
        ("import tensorflow as tf\no = tf.keras.optimizers.Adam()\no = parse()\nprint(o.lr)\n", (3,)),
        ("import tensorflow as tf\no = tf.keras.optimizers.Adam()\no.lr = 1.0\n", (3,)),
        (
            "import tensorflow as tf\nm = None\nm = tf.keras.metrics.Mean()\nm.reset_states()\n",
            (2,),
        ),
        ("import torch\nclass DenseFeatures: pass\n", (3,)),
        ("import tensorflow as tf\ny = tf.keras.layers.Dense(2)\n", (3,)),
    ],
)
def test_versions_of_programs(text: str, keras: tuple[int, ...], tmp_path: Path) -> None:
    assert read_target(tmp_path, [source(text)]).keras == keras


def test_requirements_come_before_what_is_used(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow==2.17\n", encoding="utf-8")
    addons = "import tensorflow_addons as tfa\n"
    assert read_target(tmp_path, [source(addons)]).keras == (3,)
    (tmp_path / "requirements.txt").write_text("tensorflow>=2.4\n", encoding="utf-8")
    target = read_target(tmp_path, [source(addons)])
    assert (target.keras, target.reason) == ((2,), "`import tensorflow_addons`, which Keras 3 does not have")


def test_settings_come_first(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow==2.9\n", encoding="utf-8")
    assert read_target(tmp_path, (), 3).keras == (3,)
    assert load_settings(tmp_path, config=['target = "tensorflow 2.9"'], isolated=True).stated_keras == 2
    assert load_settings(tmp_path, config=["keras = 3"], isolated=True).stated_keras == 3
    assert load_settings(tmp_path, isolated=True).stated_keras is None


@pytest.mark.parametrize("text", ["keras = 4", "keras = true", 'target = "2.9"', "target = 2.9"])
def test_settings_that_make_no_sense(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be"):
        load_settings(tmp_path, config=[text], isolated=True)


def test_targets_are_versions_of_tensorflow() -> None:
    assert [keras_of(t) for t in ("tensorflow 2.15", "tensorflow 2.16.1", "torch 2.1")] == [2, 3, None]


def test_verdicts_hold_for_the_keras_of_the_project(tmp_path: Path) -> None:
    def verdict(**options: int) -> str:
        report = analyze(tmp_path, [source(MODEL)], **options)
        return next(f.verdict for f in report.functions if f.qualname == "M.call")

    assert (verdict(), verdict(keras=2)) == ("undetermined", "convert")
    (tmp_path / "requirements.txt").write_text("tensorflow==2.9\n", encoding="utf-8")
    assert verdict() == "convert"


@pytest.mark.parametrize(
    ("text", "keras"),
    [
        ("* Python 3.7 MUST\n* tensorflow - 2.8.0\n", 2),
        ("`tensorflow==2.4.1`", 2),
        ("Needs TensorFlow 2.3", 2),
        ("Keras - 2.8.0", 2),
        ("Runs with Python 3.6.", 2),
        ("An implementation in TensorFlow 2.0", 3),
        ("TensorFlow >= 2.3", 3),
        ("TensorFlow 2.3+", 3),
        ("TensorFlow 2.17, Python 3.11", 3),
        ("TensorFlow 1.14", 3),
        ("nothing", 3),
    ],
)
def test_versions_that_a_readme_names(text: str, keras: int, tmp_path: Path) -> None:
    (tmp_path / "Readme.md").write_text(text)
    assert read_target(tmp_path, []).keras == (keras,)
    (tmp_path / "requirements.txt").write_text("tensorflow==2.18")
    assert read_target(tmp_path, []).keras == (3,)
