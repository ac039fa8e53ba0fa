"""Whether the program of a file runs its `tf.function`s as plain Python (`tf.config.run_functions_eagerly(True)`)."""

from __future__ import annotations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.library.tensorflow.execution import ALWAYS, IMPORTED, SOMETIMES
from hybridize_analyzer.program.modules import is_test


def runs_eagerly(state: State, path: str) -> bool:
    """Whether a file that says so, and never anything else, loads the file `path`, or says so when that loads it."""
    switching = set(state.all_noted(ALWAYS)) - set(state.all_noted(SOMETIMES))
    programs = sorted(str(each) for each in switching if not is_test(str(each)))
    imported = set(programs) & set(state.all_noted(IMPORTED))
    return any(state.loads({each}, path) for each in programs) or any(
        state.loads({path}, str(each)) for each in imported
    )
