"""What docstrings and shape specifications say of parameters: `Tensor of shape [N, D]`, `"X: [batch..., N, D]"`.

Read are the styles of Sphinx (`:param x:`), Google (`Args:`) and NumPy (`Parameters` underlined).
"""

from __future__ import annotations

import re
from functools import lru_cache

from hybridize_analyzer.domain.values import Shape, Tensor

_SPHINX = re.compile(
    r":(?:param|type)\s+(?:[^:\n]*\s)?\*{0,2}(\w+)\s*:(.*?)(?=\n\s*:\w|\n\s*\n|\Z)", re.DOTALL
)
_GOOGLE = re.compile(r"^(?P<indent>[ \t]*)(?:Args|Arguments|Parameters|Inputs):[ \t]*\n", re.MULTILINE)
_GOOGLE_ENTRY = re.compile(
    r"^(?P<indent>[ \t]+)`?\*{0,2}(?P<name>\w+)`?\s*(?:\((?P<type>[^)\n]*)\))?:(?P<text>.*)$"
)
_NUMPY = re.compile(r"^[ \t]*Parameters[ \t]*\n[ \t]*-{3,}[ \t]*\n", re.MULTILINE)
_NUMPY_ENTRY = re.compile(r"^(?P<indent>[ \t]*)\*{0,2}(?P<name>\w+)\s*:\s*(?P<text>\S.*)$")
_TENSOR = re.compile(r"(?<![\w.])(?:tf\.)?[Tt]ensor\b(?!\s+name|\w)")
_MANY = re.compile(
    r"\b(?:lists?|tuples?|dict\w*|sequences?|nest\w*|iterables?|structures?|name|number|rank|shape)\s+of\b"
)
_OTHER = re.compile(
    r"\b(?:callables?|callbacks?|functions?|lambdas?|methods?)\b|\b(?:axis|axes|dimensions?|dtype|length|size)\s+(?:along|for|in|of)\b"
)
"""Words before "tensor" that tell what a parameter is instead: "a callable that takes a tensor", "the axis of a tensor"."""
_FILLER = r"(?:an?|the|optional|possibly|nested|nest|lists?|tuples?|structure|of)"
_SPECIFIES = re.compile(rf"(?:\W|\b{_FILLER}\b)*\w*(?:Tensor|Array|Type)Spec\b", re.IGNORECASE)
_DTYPE = re.compile(r"\b(b?float(?:16|32|64)|u?int(?:8|16|32|64)|complex(?:64|128))\b")
_SHAPE = re.compile(r"shape:?\s+(?:of\s+)?`{0,2}[\[(]([^\])]*)[\])]|`{0,2}\[((?:[\w.]+\s*,\s*)*[\w.]+)\]")
_SPECIFICATION = re.compile(r"^\s*(\w+)\s*:\s*\[([^\]]*)\]\s*(.*)$")
_FIRST = 80


@lru_cache(maxsize=512)
def described_tensors(text: str) -> dict[str, Tensor]:
    """The parameters that a docstring describes as tensors."""
    found: dict[str, Tensor] = {}
    for name, description in _descriptions(text):
        tensor = _tensor(" ".join(description.split()))
        if tensor is not None:
            found.setdefault(name, tensor)
    return found


@lru_cache(maxsize=512)
def described_specifications(text: str) -> frozenset[str]:
    """The parameters that a docstring describes as a `TensorSpec` or one of its kin, or as a structure of them."""
    return frozenset(name for name, description in _descriptions(text) if _SPECIFIES.match(description))


def _descriptions(text: str) -> list[tuple[str, str]]:
    found = [(m[1], m[2]) for m in _SPHINX.finditer(text)]
    for start in _GOOGLE.finditer(text):
        found += _entries(text[start.end() :].splitlines(), _GOOGLE_ENTRY)
    for start in _NUMPY.finditer(text):
        found += _entries(text[start.end() :].splitlines(), _NUMPY_ENTRY)
    return found


def _entries(lines: list[str], pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Entries of one section: lines of the least indentation begin one, deeper ones go on with it."""
    found: list[tuple[str, str]] = []
    indent: str | None = None
    for line in lines:
        entry = pattern.match(line)
        if entry is not None and indent in (None, entry["indent"]):
            indent = entry["indent"]
            kind = entry.groupdict().get("type") or ""
            found.append((entry["name"], f"{kind} {entry['text']}"))
        elif indent is not None and line.strip() and line.startswith(indent + " "):
            name, text = found[-1]
            found[-1] = (name, f"{text} {line}")
        elif line.strip():
            break
    return found


def _tensor(description: str) -> Tensor | None:
    word = _TENSOR.search(description.replace("`", ""))
    if word is None or word.start() > _FIRST:
        return None
    before = description[: word.start() + 4]
    if _MANY.search(before) or _OTHER.search(before.lower()):
        return None
    dtype = _DTYPE.search(description)
    shape = _SHAPE.search(description)
    axes = (shape[1] or shape[2] or "") if shape is not None else None
    return Tensor(
        "tensor", dtype[1] if dtype is not None else None, shape_of(axes) if axes is not None else None
    )


def shape_of(text: str) -> Shape | None:
    """`N, 3` as (None, 3); None where the number of axes is open (`batch..., N`)."""
    if "..." in text or "*" in text:
        return None
    parts = [part.strip() for part in text.replace("`", "").split(",")]
    return tuple(int(p) if p.isdigit() else None for p in parts if p)


@lru_cache(maxsize=512)
def specified_tensors(specifications: tuple[str, ...]) -> dict[str, Tensor]:
    """The parameters that the arguments of a `@check_shapes` decorator name, with their shapes."""
    found: dict[str, Tensor] = {}
    for specification in specifications:
        match = _SPECIFICATION.match(specification)
        if match is None or match[1] == "return":
            continue
        shape = shape_of(match[2]) if not match[3] and match[1] not in found else None
        found[match[1]] = Tensor("tensor", None, shape)
    return found
