"""Effects through everything that Python calls on its own, and through calls of calls."""

import collections
import contextlib
import dataclasses
import functools

import tensorflow as tf

LOG = []
registry = {}
total = 0


def note(text):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
    LOG.append(text)


def note_deeper(text):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
    note(text)


def deepest(text):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
    note_deeper(text)


def by_callee(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    note("a")
    return x * 2.0


def by_depth(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    deepest("a")
    return x * 2.0


class Constructed:
    def __init__(self, value):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.value = value
        LOG.append("made")


class Counted:
    instances = 0

    def __init__(self, value):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,python-side-effect,unsupported-definition
        Counted.instances += 1
        self.value = value


class Plain:
    def __init__(self, value):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect,unsupported-definition
        self.value = value
        self.parts = []
        self.extend(value)

    def extend(self, value):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-result,python-side-effect,temporary-receiver
        self.parts.append(value)
        return self


def by_constructor(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return Constructed(x).value * 2.0


def by_counting_constructor(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return Counted(x).value * 2.0


def by_plain_constructor(x):  # fact: side_effects=false verdict=convert safe=true
    return Plain(x).extend(x * 2.0).parts[1]


class Special:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.seen = 0
        self.factor = 2.0

    def __call__(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.seen += 1
        return x * self.factor

    def __getitem__(self, index):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return self.factor

    def __len__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return 3

    def __contains__(self, item):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return True

    def __iter__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return iter([1.0, 2.0])

    def __enter__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return self

    def __exit__(self, *args):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.seen += 1

    def __add__(self, other):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,python-side-effect,unsupported-definition
        self.seen += 1
        return other

    def __radd__(self, other):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return other

    def __eq__(self, other):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return True

    def __hash__(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return 1

    def __str__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return "special"

    def __bool__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return True

    def __float__(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return 2.0

    def __del__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        LOG.append("deleted")

    @property
    def counted(self):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,no-tensor-parameter,python-result,python-side-effect,unsupported-definition
        self.seen += 1
        return 2.0

    @property
    def plain(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return 2.0


special = Special()


def by_call(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return special(x)


def by_item(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * special[0]


def by_length(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(len(special))


def by_containment(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(1 in special)


def by_iteration(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    for factor in special:
        x = x * factor
    return x


def by_with(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    with special:
        return x * 2.0


def by_addition(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,no-tensor-computation,python-side-effect
    return special + x


def by_reflected(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return 1.0 + special + x


def by_equality(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(special == 3)


def by_text(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(len(str(special)))


def by_format(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(len(f"{special}"))


def by_truth(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x if special else x * 2.0


def by_conversion(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * float(special)


def by_property(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return x * special.counted


def by_plain_property(x):  # fact: side_effects=false verdict=convert safe=true
    return x * special.plain


def by_unpacking(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    first, second = special
    return x * first


def by_star(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return tf.add_n([x * f for f in [*special]])


@contextlib.contextmanager
def noting():  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
    LOG.append("enter")
    yield
    LOG.append("exit")


@contextlib.contextmanager
def scoped(name):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,unsupported-definition
    with tf.name_scope(name):
        yield


def by_context(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    with noting():
        return x * 2.0


def by_quiet_context(x):  # fact: side_effects=false verdict=convert safe=true
    with scoped("inner"):
        return x * 2.0


def noted(function):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    @functools.wraps(function)
    def inner(*args):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition
        LOG.append(function.__name__)
        return function(*args)

    return inner


@noted
def doubled(x):  # fact: side_effects=false verdict=convert refusals=-
    return x * 2.0


def by_decorated(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return doubled(x) + 1.0


def by_default(x, log=LOG):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    log.append(1)
    return x * 2.0


def by_partial(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    functools.partial(note, "a")()
    return x * 2.0


def by_lambda(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    (lambda: LOG.append(1))()
    return x * 2.0


def by_conditional_expression(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG.append(1) if LOG is not None else None
    return x * 2.0


def by_short_circuit(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    LOG is not None and LOG.append(1)
    return x * 2.0


def by_table(x, name):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    {"note": note, "deep": deepest}[name]("a")
    return x * 2.0


def by_getattr(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    getattr(LOG, "append")(1)
    return x * 2.0


def by_method_table(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    for method in (LOG.append, note):
        method(1)
    return x * 2.0


def by_callback(x, on_done):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    on_done(1)
    return x * 2.0


def by_argument(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return by_callback(x, LOG.append)


def by_quiet_argument(x):  # fact: side_effects=false verdict=convert safe=true
    return by_callback(x, lambda n: None)


def by_local_argument(x):  # fact: side_effects=false verdict=convert safe=true
    seen = []
    y = by_callback(x, seen.append)
    return y * float(len(seen))


def by_generator(x):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
    def produce():  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        LOG.append(1)
        yield x

    return next(produce())


def by_unstarted_generator(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    def produce():  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        LOG.append(1)
        yield x

    produce()
    return x * 2.0


def by_comprehension(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return tf.add_n([x for _ in range(2) if LOG.append(1) is None])


def by_walrus(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    if (n := len(LOG)) >= 0:
        LOG.append(n)
    return x * 2.0


@dataclasses.dataclass
class State:
    step: int = 0
    parts: list = dataclasses.field(default_factory=list)


def by_dataclass(x, state):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect,untraceable-argument
    state.step += 1
    return x * 2.0


def by_local_dataclass(x):  # fact: side_effects=false verdict=convert safe=true
    state = State()
    state.step += 1
    state.parts.append(x)
    return state.parts[0] * float(state.step)


def by_replaced(x):  # fact: side_effects=false verdict=convert safe=true
    state = dataclasses.replace(State(), step=3)
    return x * float(state.step)


Pair = collections.namedtuple("Pair", ["a", "b"])


def by_named_tuple(x):  # fact: side_effects=false verdict=convert safe=true
    pair = Pair(x, 2.0)._replace(b=3.0)
    return pair.a * pair.b


def registers(function):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,python-side-effect
    registry[function.__name__] = function
    return function


def by_registration(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    @registers
    def inner(y):  # fact: side_effects=false verdict=convert safe=true
        return y * 2.0

    return inner(x)


class Base:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.log = []

    def step(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.log.append(1)
        return x * 2.0


class Derived(Base):
    def step(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        return super().step(x) + 1.0


class Quiet(Base):
    def step(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x * 3.0


def by_super(x, derived):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return derived.step(x)


def by_override(x, quiet):  # fact: side_effects=false verdict=convert safe=true
    return quiet.step(x)


class Subscribed:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.listeners = []

    def subscribe(self, listener):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect
        self.listeners.append(listener)

    def publish(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        for listener in self.listeners:
            listener(x)
        return x * 2.0


hub = Subscribed()
hub.subscribe(lambda v: LOG.append(1))
value = tf.constant([1.0, 2.0])
hub.publish(value)
by_callee(value)
by_depth(value)
by_constructor(value)
by_counting_constructor(value)
by_plain_constructor(value)
by_call(value)
by_item(value)
by_length(value)
by_containment(value)
by_iteration(value)
by_with(value)
by_addition(value)
by_reflected(value)
by_equality(value)
by_text(value)
by_format(value)
by_truth(value)
by_conversion(value)
by_property(value)
by_plain_property(value)
by_unpacking(value)
by_star(value)
by_context(value)
by_quiet_context(value)
by_decorated(value)
by_default(value)
by_partial(value)
by_lambda(value)
by_conditional_expression(value)
by_short_circuit(value)
by_table(value, "deep")
by_getattr(value)
by_method_table(value)
by_argument(value)
by_quiet_argument(value)
by_local_argument(value)
by_generator(value)
by_unstarted_generator(value)
by_comprehension(value)
by_walrus(value)
by_dataclass(value, State())
by_local_dataclass(value)
by_replaced(value)
by_named_tuple(value)
by_registration(value)
by_super(value, Derived())
by_override(value, Quiet())
