# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: in user code:
import numpy as np
import tensorflow as tf

w = tf.Variable(tf.ones((3, 1)))


def huber(e, delta):
    return np.where(np.abs(e) < delta, 0.5 * e ** 2, delta * (np.abs(e) - 0.5 * delta))  # HAZARD GL101


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(huber(x @ w - y, 1.0))
    return tape.gradient(loss, w)


step(tf.ones((4, 3)), tf.zeros((4, 1)))
