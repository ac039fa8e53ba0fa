"""The instructions of networks; `vm.instructions` says what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Program = list[dict[str, Any]]
KEY = ["tile", "bucket"]


def forward_program(
    state: Sequence[str], pushed: Sequence[str], inputs: Sequence[str], weights: Sequence[str]
) -> Program:
    """Plan, transfer, one module, return."""
    results = [*state, *(f"pushed.{name}" for name in pushed)]
    rows = {**dict.fromkeys(state, "reads"), **{f"pushed.{name}": f"pushes.{name}" for name in pushed}}
    arguments = ["plan", *inputs, *_of_weights(weights)]
    return [
        *_start(inputs, gradients=False),
        {
            "op": "invoke",
            "kernel": "forward",
            "key": KEY,
            "arguments": arguments,
            "to": [f"out.{r}" for r in results],
        },
        {"op": "return", "values": {r: {"of": f"out.{r}", "rows": rows[r]} for r in results}},
    ]


def training_programs(
    inputs: Sequence[str], targets: Sequence[str], weights: Sequence[str], trained: Sequence[str]
) -> dict[str, Program]:
    """`training` yields the loss and gradients; `step` keeps them on the device and updates the weights."""
    wanted = [f"target.{name}" for name in targets]
    gradients = [f"gradient.{name}" for name in trained]
    compute: Program = [
        *_start(inputs, gradients=True),
        *({"op": "pad", "value": name, "rows": "reads.padded", "to": name} for name in wanted),
        {
            "op": "invoke", "kernel": "training", "key": KEY, "to": ["loss", *gradients],
            "arguments": ["plan", *inputs, *wanted, *_of_weights(weights)],
        },
    ]  # fmt: skip
    loss = {"loss": {"of": "loss"}}
    found = {name: {"of": gradient} for name, gradient in zip(trained, gradients, strict=True)}
    own = _of_weights(trained)
    descend: Program = [
        {"op": "pad", "value": "rate", "rows": 1, "to": "rate"},
        {"op": "invoke", "kernel": "descend", "key": [], "arguments": ["rate", *own, *gradients], "to": own},
    ]
    return {
        "training": [*compute, {"op": "return", "values": {**loss, **found}}],
        "step": [*compute, *descend, {"op": "return", "values": loss}],
    }


def _start(inputs: Sequence[str], gradients: bool) -> Program:
    return [
        {"op": "plan", "graphs": "graphs", "gradients": gradients, "to": "plan"},
        *({"op": "pad", "value": name, "rows": f"rows.{name}", "to": name} for name in inputs),
    ]


def _of_weights(names: Sequence[str]) -> list[str]:
    return [f"@{name}" for name in names]
