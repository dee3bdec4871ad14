# framework: tensorflow
# verdict: clean
# seen: gradient as expected: the layers take and give NumPy arrays, and agree with TensorFlow
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)


class Dense:
    def __init__(self, inputs, outputs):
        self.weights = rng.normal(size=(inputs, outputs))
        self.outputs = outputs

    def backward(self, delta):
        self.update = np.einsum("ij, ik -> jk", self.given, delta)
        return np.einsum("ik, jk -> ij", delta, self.weights)


def step(layers, x, truth):
    for layer in layers:
        made = np.empty((len(x), layer.outputs))
        made[:] = np.einsum("ij, jk -> ik", x, layer.weights)
        layer.given, x = x, made
    delta = 2 * (x - truth) / x.size
    for layer in reversed(layers):
        delta = layer.backward(delta=delta)
    return np.mean((x - truth) ** 2)


def step_by_position(layers, x, truth):
    for layer in layers:
        layer.given = x
        x = np.dot(x, layer.weights)
    delta = 2 * (x - truth) / x.size
    for layer in reversed(layers):
        delta = layer.backward(delta)


network = eval("[Dense(3, 4), Dense(4, 2)]")
x, truth = rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
step_by_position(network, x, truth)
by_position = [part.update for part in network]
step(network, x, truth)
with tf.GradientTape() as tape:
    weights = [tf.Variable(part.weights) for part in network]
    loss = tf.reduce_mean((tf.constant(x) @ weights[0] @ weights[1] - truth) ** 2)
for made, part, other in zip(tape.gradient(loss, weights), network, by_position):
    assert np.allclose(made, part.update) and np.allclose(made, other)
