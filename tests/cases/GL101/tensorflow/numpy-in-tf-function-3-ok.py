# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf

w = tf.Variable(tf.ones((3, 1)))
GRID = np.linspace(0.0, 1.0, 4).astype(np.float32)


def huber(e, delta):
    a = tf.abs(e)
    return tf.where(a < delta, 0.5 * e ** 2, delta * (a - 0.5 * delta))


@tf.function
def step(x, y, rate):
    scale = np.sqrt(x.shape[-1]).astype(np.float32)
    total = tf.zeros_like(w)
    for i in tf.range(3):
        with tf.GradientTape() as tape:
            noise = tf.random.normal(tf.shape(x), stddev=0.01)
            loss = tf.reduce_mean(GRID[:, None] * huber((x + noise) @ w / scale - y, 1.0))
        g = tape.gradient(loss, w)
        w.assign_sub(rate * g)
        total += g / 3.0
    return total, loss


g, loss = step(tf.ones((4, 3)), tf.zeros((4, 1)), 0.1)
print("OBSERVED", "clean" if np.any(g.numpy()) and float(loss) < 3.0 else "wrong")
