# framework: tensorflow
# verdict: clean
# seen: functions are told to run eagerly, so NumPy and .numpy() work and feed nothing but the log
"""A debugging session: tf.function switched off for all, host numbers printed from inside of the step."""
import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)


class Probe:
    def __init__(self):
        self.rows = []

    def __call__(self, name, value):
        self.rows.append((name, float(np.mean(value)), value.numpy().shape))


probe = Probe()
w = tf.Variable([[0.5], [-0.2]])


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        pred = tf.squeeze(x @ w, -1)
        probe("pred", pred)
        loss = tf.reduce_mean((pred - y) ** 2)
    grad = tape.gradient(loss, w)
    probe("grad", grad)
    w.assign_sub(0.1 * grad)
    return loss


x = tf.constant([[1.0, 2.0], [0.5, -1.0], [2.0, 0.1]])
y = tf.constant([1.0, 0.0, 2.0])
losses = [float(step(x, y)) for _ in range(5)]
assert losses[-1] < losses[0] and len(probe.rows) == 10
