"""Modules: StableHLO that is checked before it is compiled."""

from __future__ import annotations

from typing import Any

from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Module, Spec

ELEMENTS = {
    "i1": "bool", "i8": "int8", "ui8": "uint8", "i32": "int32", "i64": "int64",
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
}  # fmt: skip
# These reach out of the module: to code of the process, to other devices, or to the host.
OUTSIDE = ("custom_call", "infeed", "outfeed", "send", "recv")


def check_module(code: bytes, declared: Module, largest: int) -> None:
    """Raises ArchiveError unless the module is what is declared and computes only with what it is given."""
    from jaxlib import _jax
    from jaxlib.mlir import ir

    with ir.Context() as context:
        try:
            module = _jax.mlir.deserialize_portable_artifact(code)
            if isinstance(module, str):  # before jaxlib 0.7
                module = _parsed(module, context)
        except Exception as error:
            text = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ArchiveError(
                f"`{declared.file}` is no StableHLO module that jaxlib reads ({text:.120})"
            ) from None
        main = _main(module, declared)
        function = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        found = [specs_of(function.inputs), specs_of(function.results)]
        if found != [[*declared.arguments], [*declared.results]]:
            raise ArchiveError(
                f"`{declared.file}` takes other arrays than the manifest declares; export it again"
            )
        _check_operations(module, declared, largest)


def _parsed(text: str, context: Any) -> Any:
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs import register_jax_dialects
    from jaxlib.mlir.dialects import stablehlo

    registry = ir.DialectRegistry()
    register_jax_dialects.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    stablehlo.register_dialect(context)
    return ir.Module.parse(text)


def _main(module: Any, declared: Module) -> Any:
    for operation in module.body.operations:
        if operation.operation.name == "func.func" and operation.attributes["sym_name"].value == "main":
            return operation
    raise ArchiveError(f"`{declared.file}` has no function `main`; export it again")


def _check_operations(module: Any, declared: Module, largest: int) -> None:
    from jaxlib.mlir import ir

    faults: list[str] = []

    def visit(operation: Any) -> Any:
        if operation.name.rpartition(".")[2] in OUTSIDE:
            faults.append(f"calls code outside of itself (`{operation.name}`), which is not allowed")
        found = [spec for spec in specs_of(result.type for result in operation.results) if spec is not None]
        faults.extend(
            f"computes an array of shape {spec.shape}; at most {largest} bytes are allowed"
            for spec in found
            if spec.bytes > largest
        )
        return ir.WalkResult.INTERRUPT if faults else ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    if faults:
        raise ArchiveError(f"`{declared.file}` {faults[0]}")


def specs_of(types: Any) -> list[Spec | None]:
    """Shapes and dtypes of tensor types; None for other types."""
    from jaxlib.mlir import ir

    result: list[Spec | None] = []
    for found in types:
        known = isinstance(found, ir.RankedTensorType) and found.has_static_shape
        element = ELEMENTS.get(str(found.element_type)) if known else None
        result.append(None if element is None else Spec(tuple(found.shape), element))
    return result
