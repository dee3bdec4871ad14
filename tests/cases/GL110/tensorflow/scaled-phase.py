# framework: tensorflow
# verdict: wrong
# seen: the same shift in every call
import time

import tensorflow as tf

w = tf.Variable([1.0, 2.0])


@tf.function
def drifting(x):
    phase = (time.time() % 10.0) * 0.1  # HAZARD GL110
    return tf.reduce_sum(w * x + phase)


x = tf.constant([1.0, 1.0])
with tf.GradientTape() as tape:
    first = drifting(x)
time.sleep(0.01)
second = drifting(x)
print("OBSERVED", "wrong" if first == second else "clean")
