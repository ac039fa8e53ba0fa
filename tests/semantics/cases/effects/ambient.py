"""What the outside world says is asked once per trace."""

import datetime
import os
import random
import secrets
import sys
import time
import uuid
from random import choice
from time import perf_counter

import numpy as np
import tensorflow as tf

numbers = random.Random(0)
rng = np.random.default_rng(0)
state = np.random.RandomState(0)


def reads_clock(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(time.time())


def reads_counter(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x + perf_counter()


def reads_date(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(datetime.datetime.now().microsecond)


def reads_today(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(datetime.date.today().day)


def builds_date(x):  # fact: side_effects=false verdict=convert refusals=-
    return x * float(datetime.timedelta(days=2).days)


def draws(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * random.random()


def draws_imported(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * choice([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])


def draws_instance(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * numbers.random()


def seeds(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    random.seed(3)
    return x * 2.0


def shuffles(x, order):  # fact: side_effects=true verdict=keep refusals=ambient-state,python-side-effect
    random.shuffle(order)
    return x * 2.0


def draws_numpy(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x + np.random.normal(size=2).astype(np.float32)


def draws_rng(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x + rng.normal(size=2).astype(np.float32)


def draws_state(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(state.randint(100))


def draws_seeded(x):  # fact: side_effects=false verdict=convert safe=true
    return x + np.random.default_rng(7).normal(size=2).astype(np.float32)


def draws_unseeded(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x + np.random.default_rng().normal(size=2).astype(np.float32)


def names_uniquely(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(uuid.uuid4().int % 7)


def keeps_secret(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(secrets.randbelow(1000000))


def reads_environment(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(os.environ.get("SCALE", "2"))


def reads_variable(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(os.getenv("SCALE", "2"))


def sets_environment(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    os.environ["EFFE"] = "1"
    return x * 2.0


def reads_arguments(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(len(sys.argv))


def reads_folder(x):  # fact: side_effects=true verdict=keep refusals=python-output
    return x * float(len(os.listdir(".")) + 1)


def reads_path(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(os.path.exists("missing"))


def joins_path(x):  # fact: side_effects=false verdict=convert safe=true
    return x * float(len(os.path.join("a", "b")))


def reads_version(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return x * float(sys.version_info[0])


def reads_limit(x):  # fact: side_effects=false verdict=convert safe=true
    return x / float(sys.maxsize)


def reads_stamp(x):  # fact: side_effects=false verdict=convert safe=false
    return x + tf.cast(tf.timestamp(), tf.float32) * 0.0


def sleeps(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    time.sleep(0.0)
    return x * 2.0


def through_default(x, start=time.time()):  # fact: side_effects=false verdict=keep refusals=varying-scalar
    return x * start


def through_callee(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    return draws(x) * 2.0


value = tf.constant([1.0, 2.0])
reads_clock(value)
reads_counter(value)
reads_date(value)
reads_today(value)
builds_date(value)
draws(value)
draws_imported(value)
draws_instance(value)
seeds(value)
shuffles(value, list(range(20)))
draws_numpy(value)
draws_rng(value)
draws_state(value)
draws_seeded(value)
draws_unseeded(value)
names_uniquely(value)
keeps_secret(value)
reads_environment(value)
reads_variable(value)
sets_environment(value)
reads_arguments(value)
reads_folder(value)
reads_path(value)
joins_path(value)
reads_version(value)
reads_limit(value)
reads_stamp(value)
sleeps(value)
through_default(value)
through_callee(value)
