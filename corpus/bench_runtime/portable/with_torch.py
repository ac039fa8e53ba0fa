"""PyTorch: `torch.compile(dynamic=True)`, and its packed LSTM; the encoder also through ONNX Runtime."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

from corpus.bench_runtime.packages import installed
from corpus.bench_runtime.portable import with_onnx
from corpus.bench_runtime.portable.cases import Batch, Case, levels, padded

Call = Callable[[Batch], Any]


def lstm(case: Case) -> dict[str, Call]:
    """`nn.LSTM` compiled over padding, and over a packed sequence."""
    torch = installed("torch")
    if torch is None:
        return {}
    sent = _sender(torch, case)
    model = torch.nn.LSTM(case.hidden, case.hidden, batch_first=True).eval().to(case.device)
    with torch.no_grad():
        for mine, name in (("weight_ih_l0", "kernel"), ("weight_hh_l0", "recurrent"), ("bias_ih_l0", "bias")):
            getattr(model, mine).copy_(torch.tensor(case.weights[name].T))
        model.bias_hh_l0.zero_()
    pack = torch.nn.utils.rnn.pack_padded_sequence
    compiled = torch.compile(lambda x: model(x)[0], dynamic=True)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def packed(batch: Batch) -> Any:
        rows, lengths = padded(batch, 1)
        found = pack(sent(rows), torch.from_numpy(lengths).long(), batch_first=True, enforce_sorted=False)
        return model(found)[1][0][0].cpu().numpy()

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def over_padding(batch: Batch) -> Any:
        rows, lengths = padded(batch, 1)
        return compiled(sent(rows)).cpu().numpy()[np.arange(len(lengths)), lengths - 1]

    return {"torch, packed": packed, "torch.compile(dynamic), padded": over_padding}


def trees(case: Case, plan: Any) -> dict[str, Call]:
    """Level after level; the cell is compiled for any number of rows."""
    torch = installed("torch")
    if torch is None:
        return {}
    sent = _sender(torch, case)
    w, u, b, uf, bf = (sent(case.weights[n]) for n in ("w", "u", "b", "u_forget", "b_forget"))

    def gates(z: Any, kept: Any) -> Any:
        i, o, g = (z + b).chunk(3, 1)
        c = torch.sigmoid(i) * torch.tanh(g) + kept
        return torch.sigmoid(o) * torch.tanh(c), c

    @torch.compile(dynamic=True)  # type: ignore[untyped-decorator]
    def leaf(x: Any) -> Any:
        return gates(x @ w, 0.0)

    @torch.compile(dynamic=True)  # type: ignore[untyped-decorator]
    def inner(h: Any, c: Any, children: Any) -> Any:
        hk, ck = h[children], c[children]
        new = gates(hk.sum(1) @ u, (torch.sigmoid(hk @ uf + bf) * ck).sum(1))
        return torch.cat([h, new[0]]), torch.cat([c, new[1]])

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def call(batch: Batch) -> Any:
        found = levels(batch, plan)
        h, c = leaf(sent(found.leaves))
        for children in found.children:
            h, c = inner(h, c, sent(children).long())
        return h[sent(found.roots).long()].cpu().numpy()

    return {"torch.compile(dynamic), by levels": call}


def encoder(case: Case) -> dict[str, Call]:
    """Compiled, and exported to ONNX Runtime; both padded to the longest sequence, which may be of any length."""
    torch = installed("torch")
    if torch is None:
        return {}
    sent = _sender(torch, case)
    model = _encoder(torch, case)
    compiled = torch.compile(model, dynamic=True)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def call(batch: Batch) -> Any:
        ids, lengths = padded(batch, 1)
        x = compiled(sent(ids).long(), sent(lengths).long()).cpu().numpy()
        return x[np.arange(ids.shape[1]) < lengths[:, None]]

    calls: dict[str, Call] = {"torch.compile(dynamic), padded": call}
    if case.device == "cpu" and with_onnx.available():
        calls["ONNX Runtime, padded"] = _by_onnx(torch, model)
    return calls


def experts(case: Case) -> dict[str, Call]:
    """Expert after expert, each with its rows."""
    torch = installed("torch")
    if torch is None:
        return {}
    sent = _sender(torch, case)
    gate, w_in, w_out = (sent(case.weights[name]) for name in ("gate", "w_in", "w_out"))

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def call(batch: Batch) -> Any:
        x = sent(batch.x)
        expert, out = (x @ gate).argmax(1), torch.empty_like(x)
        for e in range(len(w_in)):
            rows = torch.nonzero(expert == e)[:, 0]
            out[rows] = torch.relu(x[rows] @ w_in[e]) @ w_out[e]
        return out.cpu().numpy()

    return {"torch, by experts": call}


def _sender(torch: Any, case: Case) -> Callable[[Any], Any]:
    """What makes a tensor of a NumPy array, on the device of the case."""
    if case.device == "cuda":
        torch.set_float32_matmul_precision("high")  # TF32, as XLA has it
    return lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(case.device)


def _encoder(torch: Any, case: Case) -> Any:
    functional, heads, width = torch.nn.functional, case.hidden // 64, case.hidden
    sent = _sender(torch, case)
    weights = {name: sent(value) for name, value in case.weights.items()}

    class Model(torch.nn.Module):  # type: ignore[misc]
        def forward(self, ids: Any, lengths: Any) -> Any:
            steps = torch.arange(ids.shape[1], device=ids.device)
            x = weights["tokens"][ids] + weights["places"][steps]
            mask = (steps < lengths[:, None])[:, None, None]
            for i in range(4):
                x = self.layer(x, mask, lambda name, i=i: weights[f"{i}.{name}"])
            return x

        def layer(self, x: Any, mask: Any, w: Any) -> Any:
            split = (x @ w("w_in") + w("b_in")).reshape(x.shape[0], x.shape[1], 3, heads, 64)
            q, k, v = split.permute(2, 0, 3, 1, 4)
            scores = (q @ k.transpose(-1, -2) * 64**-0.5).masked_fill(~mask, -1e9)
            mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(x.shape)
            x = functional.layer_norm(
                x + mixed @ w("w_out") + w("b_out"), [width], w("scale_0"), w("shift_0"), 1e-12
            )
            up = functional.gelu(x @ w("w_up") + w("b_up"), approximate="tanh")
            return functional.layer_norm(
                x + up @ w("w_down") + w("b_down"), [width], w("scale_1"), w("shift_1"), 1e-12
            )

    return Model().eval()


def _by_onnx(torch: Any, model: Any) -> Call:
    buffer = io.BytesIO()
    example = (torch.zeros(2, 9, dtype=torch.long), torch.tensor([9, 7]))
    axes = {"ids": {0: "b", 1: "t"}, "lengths": {0: "b"}}
    names = {"input_names": ["ids", "lengths"], "output_names": ["out"], "dynamic_axes": axes}
    torch.onnx.export(model, example, buffer, opset_version=17, dynamo=False, **names)
    session = with_onnx.session_of(buffer.getvalue())

    def call(batch: Batch) -> Any:
        ids, lengths = padded(batch, 1)
        (x,) = session.run(["out"], {"ids": ids.astype(np.int64), "lengths": lengths.astype(np.int64)})
        return x[np.arange(ids.shape[1]) < lengths[:, None]]

    return call
