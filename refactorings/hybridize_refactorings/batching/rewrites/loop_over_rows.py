"""X."""

from hybridize_refactorings.batching.lifting.planning import plan_loop
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("loop-over-rows", "HYB142", __doc__ or "", plan_loop)
