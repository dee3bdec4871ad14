# framework: tensorflow
# verdict: clean
# seen: every gradient is there: what the object was made of lies inside of something unknown
import importlib

import tensorflow as tf

base = getattr(importlib.import_module("functools"), "partial")


class Line(base):
    """Calls a function with what it was made of."""


def run(given, x):
    return given[0][0] * given[1][0] * x + given[0][1] * given[1][1]


parts = ((tf.random.uniform([]), tf.random.uniform([])), (tf.random.uniform([]), tf.random.uniform([])))
x = tf.constant(2.0)
line = Line(run, parts)
with tf.GradientTape() as tape:
    tape.watch((x, parts))
    y = line(x)
grads = tf.nest.flatten(tape.gradient(y, (x, parts)))
assert all(each is not None for each in grads)
print(len(grads))
