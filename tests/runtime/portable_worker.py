"""Runs archives where neither TensorFlow nor jax can be imported, and compares with results in a file.

`python portable_worker.py ARCHIVE CASES.npz CACHE [block]`: `block` forbids the imports, for an environment that has
them.  Prints the number of batches that were compared.
"""

import sys
from pathlib import Path

archive, cases, cache = sys.argv[1:4]
if "block" in sys.argv:
    for module in ("tensorflow", "keras", "jax"):
        sys.modules[module] = None  # importing it raises

import numpy as np  # noqa: E402
from hybridize_runtime import vm  # noqa: E402
from hybridize_runtime.graph.graphs import InstanceGraph  # noqa: E402


def under(arrays: dict, prefix: str) -> dict:
    """The arrays whose names begin so, by the rest of their names."""
    return {key[len(prefix) :]: value for key, value in arrays.items() if key.startswith(prefix)}


def graph_of(part: dict) -> InstanceGraph:
    return InstanceGraph(
        tuple(part["cells"].tolist()), part["offsets"], part["children"], under(part, "pull/"), part["reads"]
    )


def results(loaded: vm.Model, case: dict) -> dict:
    """Loss, gradients and states or rows."""
    inputs, graphs = (
        under(case, "input/"),
        [graph_of(under(case, f"{j}/")) for j in range(int(case["graphs"]))],
    )
    if graphs:
        loss, gradients = loaded.gradients(graphs, inputs, {"y": case["y"]})
        state = loaded(graphs, inputs)
    else:
        gradients = loaded.run("training", **inputs, y=case["y"])
        loss, state = gradients.pop("loss"), loaded.run("forward", **inputs)
    named = {f"d.{k}": v for k, v in gradients.items()}
    return {"loss": loss, **{f"state.{k}": v for k, v in state.items()}, **named}


loaded = vm.load(archive, cache=Path(cache))
loaded.warm_up()
compiled = loaded.compilations
with np.load(cases, allow_pickle=False) as file:
    stored = dict(file)
count = int(stored["count"])
for i in range(count):
    case = under(stored, f"{i}/")
    mine, wanted = results(loaded, case), under(case, "want/")
    assert mine.keys() == wanted.keys(), (mine.keys(), wanted.keys())
    for key, want in wanted.items():
        scale = max(1.0, float(np.max(np.abs(want), initial=0)))
        np.testing.assert_allclose(
            mine[key], want, rtol=1e-5, atol=stored["atol"] * scale, err_msg=f"{i} {key}"
        )
assert loaded.compilations == compiled, "something was compiled after warm-up"
assert sys.modules.get("tensorflow") is None
assert sys.modules.get("jax") is None
print(count)
