# framework: tensorflow
# verdict: raises
# seen: ValueError: Passed in object [0.1 0.2] of type 'ndarray', not tf.Tensor or tf.Variable or ExtensionType.
import numpy as np
import tensorflow as tf

theta = np.array([0.1, 0.2], dtype=np.float32)


def energy(q):
    return tf.reduce_sum(q ** 2 + tf.cos(q))


def force(q):
    with tf.GradientTape() as tape:
        tape.watch(q)  # HAZARD GL307
        e = energy(q)
    return -tape.gradient(e, q)


force(theta)
