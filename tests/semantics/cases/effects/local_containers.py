"""The same methods on containers that the call makes: nobody else sees them."""

import array
import bisect
import collections
import heapq

import tensorflow as tf


def list_methods(x):  # fact: side_effects=false verdict=convert safe=true
    parts = [x]
    parts.append(x * 2.0)
    parts.extend([x * 3.0, x])
    parts.insert(0, x)
    parts.pop()
    parts.reverse()
    parts += [x]
    del parts[0]
    return tf.add_n(parts)


def sorted_numbers(x):  # fact: side_effects=false verdict=convert safe=true
    order = [3, 1, 2]
    order.sort()
    order.remove(1)
    return x * float(order[0])


def cleared_list(x):  # fact: side_effects=false verdict=convert safe=true
    parts = [x]
    parts.clear()
    parts.append(x * 2.0)
    return parts[0]


def set_methods(x):  # fact: side_effects=false verdict=convert safe=true
    names = {"a"}
    names.add("b")
    names.discard("a")
    names.update(["c"])
    names.difference_update(["c"])
    names |= {"d"}
    return x * float(len(names))


def dict_methods(x):  # fact: side_effects=false verdict=convert safe=true
    table = {"a": x}
    table.update(b=x * 2.0)
    table.setdefault("c", x)
    table["d"] = table.pop("a")
    table |= {"e": x}
    return tf.add_n(list(table.values()))


def popped_item(x):  # fact: side_effects=false verdict=convert safe=true
    table = {"a": x}
    name, part = table.popitem()
    return part * 2.0


def queue_methods(x):  # fact: side_effects=false verdict=convert safe=true
    line = collections.deque([x], maxlen=3)
    line.append(x * 2.0)
    line.appendleft(x)
    line.rotate(1)
    return line.popleft() + line[0]


def counted(x):  # fact: side_effects=false verdict=convert safe=true
    tally = collections.Counter()
    tally["a"] += 2
    tally.update(["a", "b"])
    return x * float(tally["a"])


def grouped(x):  # fact: side_effects=false verdict=convert safe=true
    groups = collections.defaultdict(list)
    groups["a"].append(x)
    groups["a"].append(x * 2.0)
    return tf.add_n(groups["a"])


def ordered(x):  # fact: side_effects=false verdict=convert safe=true
    kept = collections.OrderedDict()
    kept["a"] = x
    kept["b"] = x * 2.0
    kept.move_to_end("a")
    return kept["a"] + kept["b"]


def heaped(x):  # fact: side_effects=false verdict=convert safe=true
    heap = []
    heapq.heappush(heap, 3)
    heapq.heappush(heap, 1)
    return x * float(heapq.heappop(heap))


def inserted(x):  # fact: side_effects=false verdict=convert safe=true
    numbers = [1, 3]
    bisect.insort(numbers, 2)
    return x * float(numbers[1])


def packed(x):  # fact: side_effects=false verdict=convert safe=true
    numbers = array.array("f")
    numbers.append(2.0)
    return x * numbers[0]


def returned_list(x):  # fact: side_effects=false verdict=convert safe=true
    parts = []
    parts.append(x)
    parts.append(x * 2.0)
    return parts


def returned_dict(x):  # fact: side_effects=false verdict=convert safe=true
    table = {}
    table["a"] = x
    table.update(b=x * 2.0)
    return table


def nested_containers(x):  # fact: side_effects=false verdict=convert safe=true
    table = {"parts": []}
    table["parts"].append(x)
    table["parts"].append(x * 2.0)
    return tf.add_n(table["parts"])


def argument_copied(x, names):  # fact: side_effects=false verdict=convert safe=true
    mine = list(names)
    mine.append("z")
    other = dict(a=1)
    other.update(b=2)
    return x * float(len(mine) + len(other))


def copied_by_slice(x, numbers):  # fact: side_effects=false verdict=convert safe=true
    mine = numbers[:]
    mine.append(3)
    return x * float(len(mine))


def copied_by_method(x, table):  # fact: side_effects=false verdict=convert safe=true
    mine = table.copy()
    mine["b"] = 3
    return x * float(mine["b"])


def copied_by_star(x, numbers):  # fact: side_effects=false verdict=convert safe=true
    mine = [*numbers, 4]
    mine.pop()
    return x * float(len(mine))


def copied_by_double_star(x, table):  # fact: side_effects=false verdict=convert safe=true
    mine = {**table, "c": 1}
    mine.pop("c")
    return x * float(len(mine))


def collects_keywords(x, **options):  # fact: side_effects=false verdict=convert safe=true
    options.pop("rate", None)
    options["new"] = 1
    return x * float(len(options))


def collects_arguments(x, *more):  # fact: side_effects=false verdict=convert safe=true
    items = list(more)
    items.append(x)
    return tf.add_n(items)


value = tf.constant([1.0, 2.0])
list_methods(value)
sorted_numbers(value)
cleared_list(value)
set_methods(value)
dict_methods(value)
popped_item(value)
queue_methods(value)
counted(value)
grouped(value)
ordered(value)
heaped(value)
inserted(value)
packed(value)
returned_list(value)
returned_dict(value)
nested_containers(value)
argument_copied(value, ["x", "y"])
copied_by_slice(value, [1, 2])
copied_by_method(value, {"a": 1})
copied_by_star(value, [1, 2])
copied_by_double_star(value, {"a": 1})
collects_keywords(value, rate=0.1)
collects_arguments(value, value, value)
