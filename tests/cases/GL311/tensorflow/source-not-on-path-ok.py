# framework: tensorflow
# verdict: clean
# seen: u_t and u_x agree with the full row gradient
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])


def derivatives(points):
    with tf.GradientTape() as tape:
        tape.watch(points)
        t, x = points[:, 0:1], points[:, 1:2]
        u = tf.reduce_sum(net(tf.concat([t, x], axis=1)))
    u_t, u_x, rows = tape.gradient(u, [t, x, points])
    return u_t, u_x, rows


txy = tf.random.uniform((5, 2))
u_t, u_x, rows = derivatives(txy)
w1, b1, w2, _ = net.get_weights()
hidden = np.tanh(txy.numpy() @ w1 + b1)
expected = ((1.0 - hidden**2) * w2[:, 0]) @ w1.T
assert np.allclose(np.hstack([u_t, u_x]), expected, atol=1e-5) and np.allclose(rows, expected, atol=1e-5)
print("OBSERVED clean", "u_t and u_x agree with the full row gradient")
