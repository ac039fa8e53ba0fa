"""A folder with awkward files and a good one, and what `hybridize check` says of it."""

import json

from hybridize_cli.main import execute

GOOD = """
import tensorflow as tf

def affine(x):
    return tf.nn.relu(x * 2.0 + 1.0)

affine(tf.ones([2]))
"""


def plant(folder, files):
    """Writes the files and a good one beside them."""
    for name, text in {"good.py": GOOD, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


def check(folder, capsys, *options):
    """Exit code, document and standard error of `hybridize check` over `folder`."""
    code = execute(["check", "--format", "json", "--all", "--min-gain", "low", *options, str(folder)])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else None, err


def verdict(document, path, name):
    (found,) = [f for f in document["functions"] if f["path"] == path and f["qualname"] == name]
    return found["verdict"]


def defined(document, path):
    return [f["qualname"] for f in document["functions"] if f["path"] == path]
