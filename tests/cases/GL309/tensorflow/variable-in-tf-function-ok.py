# framework: tensorflow
# verdict: clean
# seen: velocity created on the first call only
import numpy as np
import tensorflow as tf


class Momentum(tf.Module):
    def __init__(self, weights, rate):
        super().__init__()
        self.weights, self.rate = weights, rate
        self.velocity = None

    @tf.function
    def step(self, x, y):
        if self.velocity is None:
            self.velocity = tf.Variable(tf.zeros((2, 1)))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, self.weights) - y))
        grad = tape.gradient(loss, self.weights)
        self.velocity.assign(0.9 * self.velocity - self.rate * grad)
        self.weights.assign_add(self.velocity)
        return grad


def make(rate):
    return Momentum(tf.Variable([[0.5], [-0.2]]), rate)


optimiser = make(0.1)
x, y = np.array([[1.0, 2.0], [0.0, 1.0]], "float32"), np.ones((2, 1), "float32")
first, second = optimiser.step(x, y), optimiser.step(x, y)
w = np.array([[0.5], [-0.2]])
g1 = x.T @ (x @ w - y)
assert np.allclose(first, g1, atol=1e-5)
assert np.allclose(second, x.T @ (x @ (w - 0.1 * g1) - y), atol=1e-5)
print("OBSERVED clean", "velocity created on the first call only")
