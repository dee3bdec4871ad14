# framework: tensorflow
# verdict: clean
# seen: three gradients from one tape, emptied in between
import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, -2.0, 0.5])
batches = [tf.constant([1.0, 0.0, 2.0]), tf.constant([0.5, 1.0, -1.0])]
collected = []

with tf.GradientTape(persistent=True) as tape:
    for x in batches:
        loss = tf.reduce_sum(tf.square(w * x))
        collected.append(tape.gradient(loss, w))
        tape.reset()
    final = tf.reduce_sum(w**3)
collected.append(tape.gradient(final, w))
del tape

values = w.numpy()
expected = [2.0 * values * x.numpy() ** 2 for x in batches] + [3.0 * values**2]
assert all(np.allclose(a, b) for a, b in zip(collected, expected))
print("OBSERVED clean", "three gradients from one tape, emptied in between")
