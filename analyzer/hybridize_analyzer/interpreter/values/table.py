"""Which class says what a kind of value does.

| atom | what it is | module |
|---|---|---|
| `Tensor` | a tensor of TensorFlow or Keras | `tensors` |
| `Array` | a NumPy array | `arrays` |
| `Const`, `Scalar` | a Python number, string, bool or None, of known or unknown value | `constants` |
| `Tuple`, `Iterator` | a tuple; a lazy sequence | `sequences` |
| `Ref` | a mutable object | `objects` |
| `Function`, `Bound`, `Partial`, `Hybrid` | something of the project that is called | `functions` |
| `Class` | a class of the project | `classes` |
| `Module` | a module of the project | `modules` |
| `External` | whatever an installed library exports | `externals` |
| `Opaque` | a value that is not known | `unknowns` |

Each owns `call`, `attribute`, `set_attribute`, `elements`, `item`, `set_item` and `unary` (`domain/kinds.py`).
Operators and comparisons depend on two values, and are in `operators`; whether a value is true depends on it alone
(`domain/truth.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.values import (
    Array,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Iterator,
    Module,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tensor,
    Tuple,
)
from hybridize_analyzer.interpreter.values.arrays import Arrays
from hybridize_analyzer.interpreter.values.classes import Classes
from hybridize_analyzer.interpreter.values.constants import Constants, Scalars
from hybridize_analyzer.interpreter.values.externals import Externals
from hybridize_analyzer.interpreter.values.functions import Functions, Hybrids, Methods, Partials
from hybridize_analyzer.interpreter.values.modules import Modules
from hybridize_analyzer.interpreter.values.objects import Objects
from hybridize_analyzer.interpreter.values.sequences import Iterators, Tuples
from hybridize_analyzer.interpreter.values.tensors import Tensors
from hybridize_analyzer.interpreter.values.unknowns import Unknowns

KINDS: Mapping[type[Any], KindOfValue[Any]] = {
    Tensor: Tensors(),
    Array: Arrays(),
    Const: Constants(),
    Scalar: Scalars(),
    Tuple: Tuples(),
    Iterator: Iterators(),
    Ref: Objects(),
    Function: Functions(),
    Bound: Methods(),
    Partial: Partials(),
    Hybrid: Hybrids(),
    Class: Classes(),
    Module: Modules(),
    External: Externals(),
    Opaque: Unknowns(),
}
