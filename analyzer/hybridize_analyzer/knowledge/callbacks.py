"""Which functions of TensorFlow call a function that they are given, how often, and in which context.

`tests/knowledge/test_callbacks.py` runs every row.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Callback(NamedTuple):
    """parameters: names of those that take functions.

    eagerly: how often a call that is not in a graph runs them: `each` (once per element or turn), `once`, `chosen` (only the
    one that is needed), `traced` (once, in a graph of their own) or `python` (when values are there).
    in_graph: `once` (traced, however many elements there are), `all` (every branch is traced) or `python`.
    """

    name: str
    parameters: tuple[str, ...]
    eagerly: str
    in_graph: str


ON_REPLICAS = frozenset({"run", "experimental_run_v2"})
"""Methods of distribution strategies that run the function which they are given, on each replica."""
_ROWS = """
map_fn                                  fn                                      each    once
vectorized_map                          fn                                      traced  once
scan                                    fn                                      each    once
foldl                                   fn                                      each    once
foldr                                   fn                                      each    once
while_loop                              cond,body                               each    once
cond                                    true_fn,false_fn                        chosen  all
case                                    pred_fn_pairs,default                   chosen  all
switch_case                             branch_fns,default                      chosen  all
nest.map_structure                      func                                    each    each
custom_gradient                         f                                       once    once
recompute_grad                          f                                       once    once
grad_pass_through                       f                                       once    once
ragged.map_flat_values                  op                                      once    once
sparse.map_values                       op                                      once    once
py_function                             func                                    python  python
numpy_function                          func                                    python  python
distribute.Strategy.run                 fn                                      once    once
data.Dataset.map                        map_func                                traced  once
data.Dataset.flat_map                   map_func                                traced  once
data.Dataset.interleave                 map_func                                traced  once
data.Dataset.filter                     predicate                               traced  once
data.Dataset.take_while                 predicate                               traced  once
data.Dataset.reduce                     reduce_func                             traced  once
data.Dataset.scan                       scan_func                               traced  once
data.Dataset.group_by_window            key_func,reduce_func,window_size_func   traced  once
data.Dataset.bucket_by_sequence_length  element_length_func                     traced  once
data.Dataset.rejection_resample         class_func                              traced  once
data.Dataset.apply                      transformation_func                     once    once
data.Dataset.from_generator             generator                               python  python
keras.ops.map                           f                                       each    each
keras.ops.vectorized_map                function                                traced  once
keras.ops.cond                          true_fn,false_fn                        chosen  all
keras.ops.while_loop                    cond,body                               each    once
"""


@cache
def callbacks() -> dict[str, Callback]:
    """Every row, by the name without `tensorflow.`."""
    rows = (line.split() for line in _ROWS.strip().splitlines())
    return {
        name: Callback(name, tuple(given.split(",")), eagerly, graph) for name, given, eagerly, graph in rows
    }


def callback(name: str) -> Callback | None:
    """What a function does with the functions that it is given; None for one that is not known to take any."""
    return callbacks().get(name.removeprefix("tensorflow."))
