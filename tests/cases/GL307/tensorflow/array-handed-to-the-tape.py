# framework: tensorflow
# verdict: raises
# seen: ValueError: Passed in object [1. 1. 1.] of type 'ndarray', not tf.Tensor or tf.Variable or ExtensionType.
import numpy as np
import tensorflow as tf


def sensitivity(model, x):
    with tf.GradientTape() as tape:
        tape.watch(x)  # HAZARD GL307
        loss = tf.reduce_sum(model(x))
    return tape.gradient(loss, x)


print(sensitivity(tf.square, np.ones(3, dtype="float32")))
