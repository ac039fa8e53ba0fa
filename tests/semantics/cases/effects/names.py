"""Names of the module and of enclosing functions that are bound anew, through every statement that binds."""

import tensorflow as tf

count = 0
last = None
doomed = 1
table = {}
scope = None


def sets_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last
    last = 1
    return x * 2.0


def augments_global(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global count
    count += 1
    return x * 2.0


def unpacks_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last, count
    last, count = 1, 2
    return x * 2.0


def loops_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last
    for last in range(3):
        x = x * 2.0
    return x


def walrus_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last
    if (last := 5) > 2:
        x = x * 2.0
    return x


def with_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global scope
    with tf.name_scope("here") as scope:
        return x * 2.0


def imports_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global math
    import math

    return x * 2.0


def defines_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global helper

    def helper(y):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter
        return y

    return x * 2.0


def deletes_global(x):  # fact: side_effects=null verdict=undetermined refusals=unseen-code
    global doomed
    if "doomed" in globals():
        del doomed
    return x * 2.0


def excepts_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last
    try:
        table["missing"]
    except KeyError as last:
        x = x * 2.0
    return x


def leaks_global(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    global last
    last = x * 3.0
    return x * 2.0


def reads_global(x):  # fact: side_effects=false verdict=convert safe=true
    return x * float(len(NAME))


NAME = "abc"


def shadows_global(x):  # fact: side_effects=false verdict=convert safe=true
    count = 3
    count += 1
    return x * float(count)


def make_counters():  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    n = 0
    log = []
    best = None

    def counts(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        nonlocal n
        n += 1
        return x * 2.0

    def records(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        log.append(1)
        return x * 2.0

    def keeps_best(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        nonlocal best
        best = x * 2.0
        return x + 1.0

    def own(x):  # fact: side_effects=false verdict=convert safe=true
        n = 4
        n += 1
        return x * float(n)

    return counts, records, keeps_best, own, lambda: (n, log, best)


def local_closure(x):  # fact: side_effects=false verdict=convert safe=true
    total = 0.0

    def add(y):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        nonlocal total
        total = total + y

    add(x)
    add(x * 2.0)
    return total * 2.0


def local_closure_list(x):  # fact: side_effects=false verdict=convert safe=true
    parts = []

    def add(y):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
        parts.append(y)

    add(x)
    add(x * 2.0)
    return tf.add_n(parts)


def closure_in_loop(x):  # fact: side_effects=false verdict=convert safe=true
    total = tf.zeros([2])

    def step(i):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-parameter,python-side-effect
        nonlocal total
        total = total + x * float(i)

    for i in range(3):
        step(i)
    return total


value = tf.constant([1.0, 2.0])
for function in (
    sets_global, augments_global, unpacks_global, loops_global, walrus_global, with_global, imports_global,
    defines_global, deletes_global, excepts_global, leaks_global, reads_global, shadows_global, local_closure,
    local_closure_list, closure_in_loop,
):
    function(value)
counts, records, keeps_best, own, state = make_counters()
for function in (counts, records, keeps_best, own):
    function(value)
seen = state()
