"""X."""

from hybridize_refactorings.batching.lifting.planning import plan_loop
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("stepwise-sequences", "HYB139", __doc__ or "", plan_loop)
