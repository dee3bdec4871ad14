# framework: tensorflow
# verdict: clean
# seen: 5 different gains
import random

import numpy as np
import tensorflow as tf

random.seed(0)
mix = np.random.default_rng(1).normal(size=(2, 2)).astype("float32")
w = tf.Variable([0.4, -0.3])
x = tf.constant([[1.0, 2.0], [0.5, -1.0]])


@tf.function
def noisy_step(batch, gain):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(tf.linalg.matvec(batch * gain @ mix, w)))
    return tape.gradient(loss, w)


gains, slopes = [], []
for _ in range(5):
    gain = random.uniform(0.5, 1.5)
    gains.append(gain)
    slopes.append(noisy_step(x, tf.constant(gain, tf.float32)).numpy())
a = x.numpy() @ mix
base = 2.0 * a.T @ (a @ w.numpy())
assert all(np.allclose(s, g * g * base, rtol=1e-3, atol=1e-4) for s, g in zip(slopes, gains))
print("OBSERVED clean", len({round(g, 6) for g in gains}), "different gains")
