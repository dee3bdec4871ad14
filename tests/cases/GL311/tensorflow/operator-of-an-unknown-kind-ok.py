# framework: tensorflow
# verdict: clean
# seen: both gradients are there
import importlib

import tensorflow as tf

operators = importlib.import_module("tensorflow.linalg")


class Diagonal(operators.LinearOperatorDiag):
    """An operator of a library that nobody has looked into."""


def train():
    first, second = tf.random.uniform([2]), tf.random.uniform([2])
    scale = Diagonal(first)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch([first, x])
            y = scale.matmul(x[:, None])
        return tape.gradient(y, (first, x))

    return step(second)


assert all(each is not None for each in train())
print(len(train()))
