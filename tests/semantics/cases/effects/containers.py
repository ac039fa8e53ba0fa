"""Every method that changes a container, on one that outlives the call."""

import array
import bisect
import collections
import heapq
import queue

import tensorflow as tf

appended, extended, inserted, grown = [], [], [], []
popped, removed, cleared = [1] * 40, [1] * 40, [1]
ordered, turned = [3, 1, 2], [1, 2, 3]
added, discarded, differing, meeting, toggled, united, taken = set(), {1}, {1, 2}, {1, 2}, {1}, set(), set(range(40))
ordered_items = list(range(5))
updated, defaulted, emptied, drawn, merged = {}, {}, {"a": 1}, dict.fromkeys(range(40)), {}
line, wheel, left = collections.deque(maxlen=9), collections.deque([1, 2, 3]), collections.deque([0] * 40)
tally, groups, kept = collections.Counter(), collections.defaultdict(list), collections.OrderedDict(a=1, b=2)
heap, sorted_items, packed, raw = [], [], array.array("f"), bytearray()
waiting = queue.Queue()
chained = collections.ChainMap({})
nested = {"log": []}


def appends(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    appended.append(1)
    return x * 2.0


def extends(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    extended.extend([1, 2])
    return x * 2.0


def by_methods_of_operators(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    extended.__iadd__([1])
    updated.__ior__({"a": 1})
    united.__iand__({1})
    united.__isub__({1})
    united.__ixor__({1})
    popped.__imul__(1)
    return x * 2.0


def adds_in_place(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global grown
    grown += [1]
    return x * 2.0


def inserts(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    inserted.insert(0, 1)
    return x * 2.0


def pops(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    popped.pop()
    return x * 2.0


def removes(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    removed.remove(1)
    return x * 2.0


def clears(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    cleared.clear()
    return x * 2.0


def sorts(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    ordered.sort()
    return x * 2.0


def reverses(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    turned.reverse()
    return x * 2.0


def adds(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    added.add(len(added))
    return x * 2.0


def discards(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    discarded.discard(1)
    return x * 2.0


def updates_difference(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    differing.difference_update([1])
    return x * 2.0


def updates_intersection(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    meeting.intersection_update([1])
    return x * 2.0


def updates_symmetric(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    toggled.symmetric_difference_update([1])
    return x * 2.0


def unites(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global united
    united |= {1}
    return x * 2.0


def takes(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    taken.pop()
    return x * 2.0


def updates(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    updated.update(a=len(updated))
    return x * 2.0


def merges(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global merged
    merged |= {"a": 1}
    return x * 2.0


def sets_default(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    defaulted.setdefault("a", []).append(1)
    return x * 2.0


def empties(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    emptied.clear()
    return x * 2.0


def draws(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    drawn.popitem()
    return x * 2.0


def queues(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    line.append(1)
    return x * 2.0


def queues_left(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    line.appendleft(1)
    return x * 2.0


def extends_left(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    line.extendleft([1])
    return x * 2.0


def pops_left(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    left.popleft()
    return x * 2.0


def rotates(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    wheel.rotate(1)
    return x * 2.0


def tallies(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    tally["a"] += 1
    return x * 2.0


def tallies_many(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    tally.update(["a", "b"])
    return x * 2.0


def subtracts(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    tally.subtract(["a"])
    return x * 2.0


def groups_by(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    groups["a"].append(1)
    return x * 2.0


def makes_by_reading(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    groups["new"]
    return x * 2.0


def moves_to_end(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    kept.move_to_end("a")
    return x * 2.0


def pushes(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    heapq.heappush(heap, len(heap))
    return x * 2.0


def heapifies(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    heapq.heapify(ordered_items)
    return x * 2.0


def replaces_smallest(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    heapq.heapreplace(ordered_items, 9)
    return x * 2.0


def inserts_sorted(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    bisect.insort(sorted_items, 1)
    return x * 2.0


def packs(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    packed.append(1.0)
    return x * 2.0


def grows_bytes(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    raw.extend(b"ab")
    return x * 2.0


def packs_many(x):  # fact: side_effects=true
    packed.fromlist([1.0, 2.0])
    return x * 2.0


def waits_not(x):  # fact: side_effects=true
    waiting.put_nowait(1)
    return x * 2.0


def takes_waiting(x):  # fact: side_effects=true
    waiting.get_nowait()
    return x * 2.0


def deletes_by_dunder(x):  # fact: side_effects=true
    drawn.__delitem__(3)
    return x * 2.0


def waits(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    waiting.put(1)
    return x * 2.0


def chains(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    chained["a"] = len(chained.maps[0])
    return x * 2.0


def by_dunder(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    updated.__setitem__("z", len(updated))
    return x * 2.0


def by_class(x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    list.append(appended, 1)
    return x * 2.0


def by_bound_method(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    add = appended.append
    add(1)
    return x * 2.0


def by_nested(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    nested["log"].append(1)
    return x * 2.0


def by_get(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    nested.get("log").append(1)
    return x * 2.0


def by_comprehension(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    [appended.append(i) for i in range(2)]
    return x * 2.0


def by_map(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    list(map(appended.append, [1, 2]))
    return x * 2.0


def by_conditional(x, wanted):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    (appended if wanted else []).append(1)
    return x * 2.0


value = tf.constant([1.0, 2.0])
appends(value)
extends(value)
by_methods_of_operators(value)
adds_in_place(value)
inserts(value)
pops(value)
removes(value)
clears(value)
sorts(value)
reverses(value)
adds(value)
discards(value)
updates_difference(value)
updates_intersection(value)
updates_symmetric(value)
unites(value)
takes(value)
updates(value)
merges(value)
sets_default(value)
empties(value)
draws(value)
queues(value)
queues_left(value)
extends_left(value)
pops_left(value)
rotates(value)
tallies(value)
tallies_many(value)
subtracts(value)
groups_by(value)
makes_by_reading(value)
moves_to_end(value)
pushes(value)
heapifies(value)
replaces_smallest(value)
inserts_sorted(value)
packs(value)
grows_bytes(value)
packs_many(value)
waits_not(value)
waits(value)
waits(value)
takes_waiting(value)
chains(value)
by_dunder(value)
deletes_by_dunder(value)
by_class(value)
by_bound_method(value)
by_nested(value)
by_get(value)
by_comprehension(value)
by_map(value)
by_conditional(value, True)
