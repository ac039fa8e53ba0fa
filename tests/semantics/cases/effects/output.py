"""Output of every kind happens while tracing only."""

import csv
import io
import json
import logging
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import tensorflow as tf

logger = logging.getLogger(__name__)
ROOT = pathlib.Path(".")
STREAM = open("stream.txt", "w")
BUFFERED = io.StringIO()


def prints(x):  # fact: side_effects=true verdict=keep refusals=python-output
    print("called")
    return x * 2.0


def prints_to(x):  # fact: side_effects=true verdict=keep refusals=python-output
    print("called", file=sys.stderr)
    return x * 2.0


def prints_to_buffer(x):  # fact: side_effects=true verdict=keep refusals=python-output
    print("called", file=BUFFERED)
    return x * 2.0


def writes_stdout(x):  # fact: side_effects=true verdict=keep refusals=python-output
    sys.stdout.write("called")
    sys.stdout.flush()
    return x * 2.0


def writes_stderr(x):  # fact: side_effects=true verdict=keep refusals=python-output
    sys.stderr.write("called")
    return x * 2.0


def logs_root(x):  # fact: side_effects=true verdict=keep refusals=python-output
    logging.warning("called")
    return x * 2.0


def logs_info(x):  # fact: side_effects=true verdict=keep refusals=python-output
    logging.info("called %s", "here")
    return x * 2.0


def logs_by_logger(x):  # fact: side_effects=true verdict=keep refusals=python-output
    logger.warning("called")
    return x * 2.0


def logs_by_name(x):  # fact: side_effects=true verdict=keep refusals=python-output
    logging.getLogger("other").error("called")
    return x * 2.0


def logs_by_tensorflow(x):  # fact: side_effects=null verdict=keep refusals=ambient-state,unseen-code
    tf.get_logger().warning("called")
    return x * 2.0


def warns(x):  # fact: side_effects=true verdict=keep refusals=python-output
    warnings.warn("called", stacklevel=2)
    return x * 2.0


def opens(x):  # fact: side_effects=true verdict=keep refusals=python-output
    with open("log.txt", "a") as file:
        file.write("called")
    return x * 2.0


def writes_stream(x):  # fact: side_effects=true verdict=keep refusals=python-output
    STREAM.write("called")
    STREAM.flush()
    return x * 2.0


def writes_path(x):  # fact: side_effects=null verdict=undetermined refusals=unseen-code
    (ROOT / "note.txt").write_text("called")
    return x * 2.0


def opens_path(x):  # fact: side_effects=null verdict=undetermined refusals=unseen-code
    with (ROOT / "other.txt").open("a") as file:
        file.write("called")
    return x * 2.0


def makes_folder(x):  # fact: side_effects=true verdict=keep refusals=python-output
    os.makedirs("folder", exist_ok=True)
    return x * 2.0


def makes_path(x):  # fact: side_effects=true verdict=keep refusals=python-output,unseen-code
    pathlib.Path("again").mkdir(exist_ok=True)
    return x * 2.0


def dumps_json(x):  # fact: side_effects=true verdict=keep refusals=python-output
    with open("a.json", "a") as file:
        json.dump({"a": 1}, file)
    return x * 2.0


def dumps_pickle(x):  # fact: side_effects=true verdict=keep refusals=python-output
    with open("a.pickle", "ab") as file:
        pickle.dump([1], file)
    return x * 2.0


def writes_rows(x):  # fact: side_effects=true verdict=keep refusals=python-output,unseen-code
    with open("a.csv", "a") as file:
        csv.writer(file).writerow([1, 2])
    return x * 2.0


def saves_array(x):  # fact: side_effects=true verdict=keep refusals=python-output
    np.save("a.npy", np.zeros(2))
    return x * 2.0


def runs_process(x):  # fact: side_effects=true verdict=keep refusals=python-output
    subprocess.run(["true"], check=True)
    return x * 2.0


def makes_temporary(x):  # fact: side_effects=true verdict=keep refusals=python-output
    with tempfile.TemporaryDirectory() as folder:
        return x * float(len(folder) > 0)


def removes(x):  # fact: side_effects=true verdict=keep refusals=python-output
    shutil.rmtree("folder", ignore_errors=True)
    return x * 2.0


def prints_tensor(x):  # fact: side_effects=false verdict=convert safe=true
    tf.print("called", x, output_stream=sys.stderr)
    return x * 2.0


def formats_locally(x):  # fact: side_effects=false verdict=convert safe=true
    text = io.StringIO()
    text.write("called")
    return x * float(len(text.getvalue()))


def formats(x):  # fact: side_effects=false verdict=convert safe=true
    name = "{}-{:03d}".format("layer", 3) + f"{4:2d}" + "%s" % "a"
    return x * float(len(name))


def dumps_text(x):  # fact: side_effects=false verdict=convert safe=true
    return x * float(len(json.dumps({"a": 1})))


def say(text):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-output
    print(text)


def through_callee(x):  # fact: side_effects=true verdict=keep refusals=python-output
    say("called")
    return x * 2.0


class Reporter:
    def __init__(self, verbose):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.verbose = verbose

    def report(self, text):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-output,temporary-receiver
        if self.verbose:
            print(text)


def through_method(x, reporter):  # fact: side_effects=true verdict=keep refusals=python-output
    reporter.report("called")
    return x * 2.0


def quiet(x):  # fact: side_effects=false verdict=convert safe=true
    Reporter(False).report("called")
    return x * 2.0


value = tf.constant([1.0, 2.0])
prints(value)
prints_to(value)
prints_to_buffer(value)
writes_stdout(value)
writes_stderr(value)
logs_root(value)
logs_info(value)
logs_by_logger(value)
logs_by_name(value)
logs_by_tensorflow(value)
warns(value)
opens(value)
writes_stream(value)
writes_path(value)
opens_path(value)
makes_folder(value)
makes_path(value)
dumps_json(value)
dumps_pickle(value)
writes_rows(value)
saves_array(value)
runs_process(value)
makes_temporary(value)
removes(value)
prints_tensor(value)
formats_locally(value)
formats(value)
dumps_text(value)
through_callee(value)
through_method(value, Reporter(True))
quiet(value)
