"""The instruction set: programs are lists of instructions over named registers.

A register holds what the caller gave (NumPy arrays, graphs), a device array, a list of groups, or a number (a
*dimension*).  `@name` is a weight.  Instructions start work on the device and do not wait for it; `return` does, once.

    plan    graphs gradients to           graphs -> integer vector; sets tile, bucket, reads, rows.*, pushes.*
    groups  lengths batches sizes group to    lengths -> groups of sequences of similar length, for `loop`; with `singles`,
                                          the sizes of groups of one sequence
    shape   of sizes to                   a number, or that of the rows of an array, rounded up to one of the sizes
    count   of to                         number of rows of an array, on the device
    pad     value rows to                 NumPy rows -> device array with so many rows, zeros at the end
    gather  value index to                rows of a NumPy array -> device array
    buffer  name rows row dtype to        a device buffer, kept from call to call
    invoke  kernel key arguments to       runs module `key` of a kernel; results replace what is in their registers
    update  kernel key buffer rows start  a module writes rows into a buffer, in place
    collect of to                         adds a device array to the end of a list; `return` joins what a list holds
    loop    over body                     runs the body once per group, whose fields are registers meanwhile
    return  values                        device arrays -> NumPy, cut to a number of rows, an index, or like another
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hybridize_runtime.errors import InputError
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.groups import groups_of, round_up
from hybridize_runtime.vm.manifest import Manifest, Spec
from hybridize_runtime.vm.schedule import planned
from hybridize_runtime.vm.store import Store

Instruction = Mapping[str, Any]


@dataclass(eq=False)
class Frame:
    """One run of a program.  `store`: what outlives it, on the device."""

    manifest: Manifest
    store: Store
    registers: dict[str, Any]

    def number(self, operand: Any) -> int:
        """A number, or the dimension of this name."""
        found = operand if isinstance(operand, int) else self.registers[operand]
        return int(found)

    def value(self, name: str) -> Any:
        """What a register holds; of `@name`, the weight."""
        return self.store.weights[name[1:]] if name.startswith("@") else self.registers[name]

    def set(self, name: str, value: Any) -> None:
        """Puts a value into a register, or in the place of a weight."""
        if name.startswith("@"):
            self.store.weights[name[1:]] = value
        else:
            self.registers[name] = value


def run(program: Sequence[Instruction], frame: Frame) -> dict[str, Any]:
    """Executes a program; what it returns, by name."""
    result: dict[str, Any] = {}
    for instruction in program:
        result = OPERATIONS[instruction["op"]][0](frame, instruction) or result
    return result


def _plan(frame: Frame, i: Instruction) -> None:
    assert frame.manifest.network is not None
    batch, gradients = frame.registers[i["graphs"]], bool(i["gradients"])
    if gradients not in batch.made:
        made = planned(frame.manifest.network, batch, gradients)
        batch.made[gradients] = made.dimensions, frame.store.device.put(made.vector)
    dimensions, vector = batch.made[gradients]
    frame.registers.update(dimensions)
    frame.set(i["to"], vector)


def _groups(frame: Frame, i: Instruction) -> None:
    batches, sizes, group = (frame.manifest.dimensions[i[key]] for key in ("batches", "sizes", "group"))
    singles = frame.manifest.dimensions[i["singles"]] if "singles" in i else ()
    lengths = np.asarray(frame.value(i["lengths"]))
    made, dimensions = groups_of(lengths, batches, sizes, group[0], singles)
    frame.registers.update(dimensions)
    frame.set(i["to"], made)


def _shape(frame: Frame, i: Instruction) -> None:
    frame.set(i["to"], round_up(_length(frame, i), frame.manifest.dimensions[i["sizes"]], i["of"]))


def _count(frame: Frame, i: Instruction) -> None:
    frame.set(i["to"], frame.store.device.put(np.array([_length(frame, i)], np.int32)))


def _length(frame: Frame, i: Instruction) -> int:
    value = frame.value(i["of"])
    return value if isinstance(value, int) else len(value)


def _pad(frame: Frame, i: Instruction) -> None:
    value, rows = np.asarray(frame.value(i["value"])), frame.number(i["rows"])
    if len(value) > rows:
        raise InputError(
            f"`{i['value']}` has {len(value)} rows and the batch takes {rows}; give as many rows as are read"
        )
    padded = value
    if len(value) < rows:
        frame.store.check_size(i["value"], (rows, *value.shape[1:]), value.itemsize)
        padded = np.zeros((rows, *value.shape[1:]), value.dtype)
        padded[: len(value)] = value
    frame.set(i["to"], frame.store.device.lend(padded))


def _gather(frame: Frame, i: Instruction) -> None:
    frame.set(i["to"], frame.store.device.put(frame.value(i["value"])[frame.value(i["index"])]))


def _buffer(frame: Frame, i: Instruction) -> None:
    spec = Spec((frame.number(i["rows"]), *i["row"]), i["dtype"])
    frame.set(i["to"], frame.store.take(i["name"], spec))


def _invoke(frame: Frame, i: Instruction) -> None:
    weights, registers = frame.store.weights, frame.registers
    given = [weights[name[1:]] if name[0] == "@" else registers[name] for name in i["arguments"]]
    results = _called(frame, i, given)
    for name, value in zip(i["to"], results, strict=True):
        frame.set(name, value)


def _called(frame: Frame, i: Instruction, arguments: Sequence[Any]) -> Sequence[Any]:
    kernel = frame.store.kernel(i["kernel"], ",".join(str(frame.number(part)) for part in i["key"]))
    try:
        return kernel(arguments)
    except (RuntimeError, ValueError) as error:
        raise ArchiveError(
            f"`{i['kernel']}` of the archive was not run: {str(error).splitlines()[0]:.200}"
        ) from None


def _update(frame: Frame, i: Instruction) -> None:
    start = frame.store.device.put(np.array(frame.number(i["start"]), np.int32))
    arguments = [frame.value(i["buffer"]), frame.value(i["rows"]), start]
    frame.set(i["buffer"], _called(frame, i, arguments)[0])


def _collect(frame: Frame, i: Instruction) -> None:
    frame.registers.setdefault(i["to"], []).append(frame.value(i["of"]))


def _loop(frame: Frame, i: Instruction) -> None:
    for group in frame.value(i["over"]):
        frame.registers.update(group)
        run(i["body"], frame)


def _return(frame: Frame, i: Instruction) -> dict[str, Any]:
    result = {}
    for name, operand in i["values"].items():
        value = _got(frame, frame.value(operand["of"]))
        if "rows" in operand:
            value = value[: frame.number(operand["rows"])]
        if "like" in operand:
            value = value[: len(frame.value(operand["like"]))]
        result[name] = value[frame.value(operand["index"])] if "index" in operand else value
    for name, kept in i.get("keep", {}).items():
        frame.store.give(name, frame.value(kept))
    return result


def _got(frame: Frame, value: Any) -> Any:
    if not isinstance(value, list):
        return frame.store.device.get(value)
    parts = [frame.store.device.get(part) for part in value]
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


Operation = Callable[[Frame, Instruction], dict[str, Any] | None]
OPERATIONS: Mapping[str, tuple[Operation, tuple[str, ...]]] = {  # with the operands that must be there
    "plan": (_plan, ("graphs", "gradients", "to")),
    "groups": (_groups, ("lengths", "batches", "sizes", "group", "to")),
    "shape": (_shape, ("of", "sizes", "to")),
    "count": (_count, ("of", "to")),
    "pad": (_pad, ("value", "rows", "to")),
    "gather": (_gather, ("value", "index", "to")),
    "buffer": (_buffer, ("name", "rows", "row", "dtype", "to")),
    "invoke": (_invoke, ("kernel", "key", "arguments", "to")),
    "update": (_update, ("kernel", "key", "buffer", "rows", "start")),
    "collect": (_collect, ("of", "to")),
    "loop": (_loop, ("over", "body")),
    "return": (_return, ("values",)),
}


def check(program: Sequence[Any], where: str) -> None:
    """Raises ArchiveError for unknown instructions and missing operands."""
    for instruction in program:
        op = str(instruction.get("op")) if isinstance(instruction, Mapping) else ""
        if op not in OPERATIONS:
            raise ArchiveError(
                f"the program `{where:.60}` has an instruction `{op:.40}` that this version does not know"
            )
        for operand in OPERATIONS[op][1]:
            if operand not in instruction:
                raise ArchiveError(f"the instruction `{op}` of the program `{where:.60}` has no `{operand}`")
        if op == "loop":
            check(instruction["body"], where)
