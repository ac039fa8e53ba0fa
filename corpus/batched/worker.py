"""`python -m corpus.batched.worker FOLDER MODEL`: runs training steps as it is told on standard input.

One line per request in (`STEPS`, a number), one line of JSON out: losses, and seconds of processor time per step.  One
thread, so that the time is that of the work and not of waiting.
"""

from __future__ import annotations

import json
import os
import sys
import time


def main() -> None:
    """Answers until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    folder, name = sys.argv[1:]
    sys.path.insert(0, folder)
    os.environ |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    import keras  # type: ignore[import-untyped, unused-ignore]
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    keras.utils.set_random_seed(11)
    from corpus.batched.workloads import BATCHES, WORKLOADS

    step, _ = WORKLOADS[name][1]()
    done = 0
    for line in sys.stdin:
        losses, seconds = [], []
        for _ in range(int(line)):
            start = time.process_time()
            losses.append(step(done % BATCHES))
            seconds.append(time.process_time() - start)
            done += 1
        answers.write(json.dumps({"losses": losses, "seconds": seconds}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
