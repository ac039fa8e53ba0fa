"""ONNX Runtime: its LSTM with lengths, and the cell of the Tree-LSTM, level after level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from corpus.bench_runtime.packages import installed
from corpus.bench_runtime.portable.cases import Batch, Case, cores, levels, padded

Call = Callable[[Batch], Any]
NAME = "ONNX Runtime"


def session_of(content: bytes) -> Any:
    """A session on as many threads as this process has cores."""
    runtime = installed("onnxruntime")
    assert runtime is not None
    options = runtime.SessionOptions()
    options.intra_op_num_threads = cores()
    return runtime.InferenceSession(content, options)


def _session(nodes: Sequence[Any], inputs: Any, outputs: Sequence[str], constants: Any) -> Any:
    onnx = installed("onnx")
    assert onnx is not None
    helper, kinds = onnx.helper, onnx.TensorProto
    given = [helper.make_tensor_value_info(n, getattr(kinds, t), shape) for n, (t, shape) in inputs.items()]
    results = [helper.make_tensor_value_info(n, kinds.FLOAT, None) for n in outputs]
    stored = [onnx.numpy_helper.from_array(np.ascontiguousarray(v), n) for n, v in constants.items()]
    graph = helper.make_graph(
        [helper.make_node(*n[:3], **n[3]) for n in nodes], "model", given, results, stored
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return session_of(model.SerializeToString())


def available() -> bool:
    """Whether ONNX Runtime and onnx are installed."""
    return installed("onnx") is not None and installed("onnxruntime") is not None


def lstm(case: Case) -> Call:
    """The operator LSTM, whose gates are in the order i, o, f, c."""

    def order(weight: Any) -> Any:
        i, f, g, o = np.split(weight, 4, axis=-1)
        return np.concatenate([i, o, f, g], axis=-1).T[None]

    bias = np.concatenate([order(case.weights["bias"]), np.zeros((1, 4 * case.hidden), np.float32)], axis=1)
    constants = {"W": order(case.weights["kernel"]), "R": order(case.weights["recurrent"]), "B": bias}
    node = ("LSTM", ["x", "W", "R", "B", "lengths"], ["", "h"], {"hidden_size": case.hidden})
    inputs = {"x": ("FLOAT", ["t", "b", case.hidden]), "lengths": ("INT32", ["b"])}
    session = _session([node], inputs, ["h"], constants)

    def call(batch: Batch) -> Any:
        rows, lengths = padded(batch, 1)
        return session.run(["h"], {"x": np.ascontiguousarray(rows.swapaxes(0, 1)), "lengths": lengths})[0][0]

    return call


def trees(case: Case, plan: Any) -> Call:
    """Two models, for leaves and for a level; NumPy gathers and joins."""
    weights = {n: case.weights[n] for n in ("w", "u", "b", "u_forget", "b_forget")}
    gates = [
        ("Add", ["z", "b"], ["zb"], {}), ("Split", ["zb"], ["i", "o", "g"], {"axis": 1}),
        ("Sigmoid", ["i"], ["si"], {}), ("Sigmoid", ["o"], ["so"], {}), ("Tanh", ["g"], ["tg"], {}),
        ("Mul", ["si", "tg"], ["new"], {}), ("Add", ["new", "kept"], ["c"], {}),
        ("Tanh", ["c"], ["tc"], {}), ("Mul", ["so", "tc"], ["h"], {}),
    ]  # fmt: skip
    width = case.hidden
    leaf = _session(
        [("MatMul", ["x", "w"], ["z"], {}), *gates], {"x": ("FLOAT", ["n", width])}, ["h", "c"],
        {"w": weights["w"], "b": weights["b"], "kept": np.zeros(1, np.float32)},
    )  # fmt: skip
    inner = _session(
        [
            ("Gather", ["hs", "index"], ["hk"], {}), ("Gather", ["cs", "index"], ["ck"], {}),
            ("MatMul", ["hk", "uf"], ["zf"], {}), ("Add", ["zf", "bf"], ["zfb"], {}), ("Sigmoid", ["zfb"], ["f"], {}),
            ("Mul", ["f", "ck"], ["fc"], {}), ("ReduceSum", ["fc", "one"], ["kept"], {"keepdims": 0}),
            ("ReduceSum", ["hk", "one"], ["sum"], {"keepdims": 0}), ("MatMul", ["sum", "u"], ["z"], {}), *gates,
            ("Concat", ["hs", "h"], ["hn"], {"axis": 0}), ("Concat", ["cs", "c"], ["cn"], {"axis": 0}),
        ],
        {"hs": ("FLOAT", ["m", width]), "cs": ("FLOAT", ["m", width]), "index": ("INT32", ["n", 2])}, ["hn", "cn"],
        {"u": weights["u"], "b": weights["b"], "uf": weights["u_forget"], "bf": weights["b_forget"], "one": np.array([1])},
    )  # fmt: skip

    def call(batch: Batch) -> Any:
        found = levels(batch, plan)
        h, c = leaf.run(None, {"x": found.leaves})
        for children in found.children:
            h, c = inner.run(None, {"hs": h, "cs": c, "index": children.astype(np.int32)})
        return h[found.roots]

    return call


def experts(case: Case) -> Call:
    """Expert after expert, each with its rows."""
    constants = {"gate": case.weights["gate"], "zeros": np.zeros(1, np.float32)}
    nodes = [
        ("MatMul", ["x", "gate"], ["scores"], {}),
        ("ArgMax", ["scores"], ["expert"], {"axis": 1, "keepdims": 0}),
        ("Mul", ["x", "zeros"], ["out0"], {}),
    ]
    for e, (w_in, w_out) in enumerate(zip(case.weights["w_in"], case.weights["w_out"], strict=True)):
        constants |= {f"e{e}": np.array(e), f"in{e}": w_in, f"out_of{e}": w_out}
        nodes += [
            ("Equal", ["expert", f"e{e}"], [f"is{e}"], {}), ("NonZero", [f"is{e}"], [f"at{e}"], {}),
            ("Transpose", [f"at{e}"], [f"index{e}"], {}), ("GatherND", ["x", f"index{e}"], [f"x{e}"], {}),
            ("MatMul", [f"x{e}", f"in{e}"], [f"z{e}"], {}), ("Relu", [f"z{e}"], [f"h{e}"], {}),
            ("MatMul", [f"h{e}", f"out_of{e}"], [f"y{e}"], {}),
            ("ScatterND", [f"out{e}", f"index{e}", f"y{e}"], [f"out{e + 1}"], {}),
        ]  # fmt: skip
    last = f"out{len(case.weights['w_in'])}"
    session = _session(nodes, {"x": ("FLOAT", ["n", case.hidden])}, [last], constants)
    return lambda batch: session.run([last], {"x": batch.x})[0]
