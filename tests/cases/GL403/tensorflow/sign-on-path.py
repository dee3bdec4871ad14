# framework: tensorflow
# verdict: zero
# seen: kernel and bias gradients all zero
import numpy as np
import tensorflow as tf


class BinaryNeuron(tf.Module):
    def __init__(self, n_inputs):
        super().__init__()
        self.kernel = tf.Variable(tf.random.normal((n_inputs, 1), seed=4))
        self.bias = tf.Variable(tf.zeros((1,)))

    def __call__(self, x):
        return tf.sign(tf.matmul(x, self.kernel) + self.bias)  # HAZARD GL403


neuron = BinaryNeuron(3)
x = tf.random.normal((10, 3), seed=1)
y = tf.where(x[:, :1] > 0.0, 1.0, -1.0)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(neuron(x) - y))
grads = tape.gradient(loss, [neuron.kernel, neuron.bias])
assert all(g is not None and not np.any(g) for g in grads)
print("OBSERVED zero", "kernel and bias gradients all zero")
