"""X."""

from hybridize_refactorings.batching.lifting.edges import plan_edges
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("loop-over-edges", "HYB141", __doc__ or "", plan_edges)
