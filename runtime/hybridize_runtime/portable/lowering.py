"""From TensorFlow functions to StableHLO whose arguments are all of its inputs and weights."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.errors import CellError
from hybridize_runtime.vm.manifest import Module, Spec
from hybridize_runtime.vm.modules import check_module

NAME = r'"[^"]*"|[\w.$-]+'
LARGEST = 1 << 40  # bytes of an array; limits are up to whoever loads an archive


@dataclass(frozen=True, eq=False)
class Lowered:
    """A module: portable bytecode, what it takes and yields, and the variables and constants behind its last arguments."""

    code: bytes
    arguments: tuple[Spec, ...]
    results: tuple[Spec, ...]
    captured: tuple[Any, ...]

    def declared(self, file: str) -> Module:
        """As manifests declare it."""
        return Module(file, self.arguments, self.results)


def lower(
    function: Callable[..., Any], specs: Sequence[Spec], what: str, donated: Sequence[tuple[int, int]] = ()
) -> Lowered:
    """Compiles a function of tensors to a module; variables that it reads become arguments after `specs`.

    `donated`: pairs of an argument and the result that is written over it.  XLA turns arguments that have to be known
    when it compiles, such as sizes, into constants; a function that has one is refused with CellError, because its
    module would serve one batch only.
    """
    compiled = tf.function(function, jit_compile=True, autograph=False)
    given = [tf.TensorSpec(spec.shape, spec.dtype) for spec in specs]
    concrete = compiled.get_concrete_function(*given)
    captured = tuple(concrete.captured_inputs)
    try:
        text = compiled.experimental_get_compiler_ir(*given)(stage="stablehlo")
    except (tf.errors.OpError, ValueError) as error:
        raise CellError(
            f"XLA cannot compile {what}, so it cannot be exported: {str(error).splitlines()[0]:.300}"
        ) from None
    values = tuple(
        _variable(concrete, handle) if handle.dtype == tf.resource else handle for handle in captured
    )
    arguments = (*specs, *(Spec(tuple(v.shape), v.dtype.name) for v in values))
    results = tuple(Spec(tuple(t.shape), t.dtype.name) for t in concrete.outputs)
    code = _portable(_with_flags(_aliased(str(text), donated)))
    try:
        check_module(code, Module(what, arguments, results), LARGEST)
    except ValueError as error:
        raise CellError(
            f"{what} cannot be exported: XLA needs the value of one of its arguments, or has no StableHLO for an "
            f"operation ({error})"
        ) from None
    return Lowered(code, arguments, results, values)


def _variable(concrete: Any, handle: Any) -> Any:
    for variable in concrete.variables:
        if variable.handle is handle:
            return variable
    raise CellError(
        "a captured resource is no variable (a table, an iterator); cells can use variables and tensors only"
    )


def _portable(text: str) -> bytes:
    """Versioned bytecode without source locations: these name folders of the machine that exports."""
    from jaxlib import _jax
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    weeks = stablehlo.StablehloCompatibilityRequirement.WEEK_12
    target = stablehlo.get_version_from_compatibility_requirement(weeks)
    with ir.Context():
        module = _jax.mlir.deserialize_portable_artifact(_jax.mlir.serialize_portable_artifact(text, target))
        plain = module.operation.get_asm(enable_debug_info=False)
    return bytes(_jax.mlir.serialize_portable_artifact(_renamed(plain), target))


def _with_flags(text: str) -> str:
    """Text whose truth values are written out: TensorFlow packs eight into a byte, others take a byte for each."""

    def written(found: re.Match[str]) -> str:
        shape = [int(size) for size in found[2].split("x")[:-1]]
        bits = np.frombuffer(bytes.fromhex(found[1]), np.uint8)
        if len(bits) != np.prod(shape):
            bits = np.unpackbits(bits, count=int(np.prod(shape)), bitorder="little")
        return f"dense<{json.dumps((bits != 0).reshape(shape).tolist())}> : tensor<{found[2]}i1>"

    return re.sub(r'dense<"0x([0-9A-Fa-f]+)"> : tensor<((?:\d+x)+)i1>', written, text)


def _renamed(text: str) -> str:
    """Text with functions numbered: TensorFlow's names count what the process traced before."""
    found = dict.fromkeys(re.findall(rf"(?:^module|func\.func private) @({NAME})", text, re.MULTILINE))
    names = {name: f"f{i}" for i, name in enumerate(found)}
    return re.sub(rf"@({NAME})", lambda match: f"@{names.get(match[1], match[1])}", text)


def _aliased(text: str, donated: Sequence[tuple[int, int]]) -> str:
    """Module text whose `main` may write result `r` into argument `a`, for each pair (a, r)."""
    main = text.index("@main(")
    for argument, result in donated:
        pattern = re.compile(rf"%arg{argument}: tensor<[^>]*>")
        found = pattern.search(text, main)
        assert found is not None
        text = f"{text[: found.end()]} {{tf.aliasing_output = {result} : i32}}{text[found.end() :]}"
    return text
