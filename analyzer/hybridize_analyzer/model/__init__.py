"""What can be asked of a finished analysis: values, effects, callers, and why a verdict is what it is.

The engine keeps the verdicts of all functions and forgets the values of their expressions.  A question about an
expression looks at the function around it once more, with the arguments that its calls pass (`observation.py`).
"""

from hybridize_analyzer.model.analysis import Analysis, NothingThere, analysis_of
from hybridize_analyzer.model.held import Held
from hybridize_analyzer.model.steps import Step

__all__ = ["Analysis", "Held", "NothingThere", "Step", "analysis_of"]
