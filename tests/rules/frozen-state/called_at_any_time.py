"""Methods of containers and lambdas that are handed to what calls them later."""

import threading
import weakref

import tensorflow as tf

THREAD, TIMER, DYING, KEPT = [1.0], [1.0], [1.0], [1.0]


class Part:
    pass


# tf: differs
def of_thread(x):  # expect: HYB104
    return x * sum(THREAD)


# tf: differs
def of_timer(x):  # expect: HYB104
    return x * TIMER[0]


# tf: differs
def of_dying(x):  # expect: convert unsafe
    return x * sum(DYING)


# tf: same
def of_kept(x):  # expect: convert
    return x * sum(KEPT)


part = Part()
weakref.finalize(part, DYING.append, 2.0)
ones = tf.ones([2])
for step in range(2):
    of_thread(ones)
    of_timer(ones)
    of_dying(ones)
    of_kept(ones)
    if step == 0:
        thread = threading.Thread(target=THREAD.append, args=(2.0,))
        thread.start()
        thread.join()
        timer = threading.Timer(0.0, lambda: TIMER.__setitem__(0, 2.0))
        timer.start()
        timer.join()
        counted = threading.Thread(target=KEPT.count, args=(2.0,))
        counted.start()
        counted.join()
        del part
