# framework: tensorflow
# verdict: clean
# seen: residual of the heat equation
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
hidden = keras.layers.Dense(10, activation="tanh")
u_net = keras.Sequential([keras.Input((1,)), hidden, keras.layers.Dense(1)])


def second_derivative(x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            u = u_net(x)
        u_x = inner.gradient(u, x)
    return u_x, outer.gradient(u_x, x)


x = tf.reshape(tf.linspace(0.0, 1.0, 6), (6, 1))
u_x, u_xx = second_derivative(x)
w1, b1, w2, _ = u_net.get_weights()
h = np.tanh(x.numpy() @ w1 + b1)
assert np.allclose(u_x[:, 0], ((1.0 - h**2) * w1[0]) @ w2[:, 0], atol=1e-5)
assert np.allclose(u_xx[:, 0], (-2.0 * h * (1.0 - h**2) * w1[0] ** 2) @ w2[:, 0], atol=1e-5)
print("OBSERVED clean", "residual of the heat equation")
