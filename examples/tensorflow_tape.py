"""A custom training step in TensorFlow whose gradients are None."""

import numpy as np
import tensorflow as tf

weights = tf.Variable([[0.5], [-0.3]])
bias = tf.Variable(0.1)


def step(x: tf.Tensor, target: tf.Tensor) -> None:
    with tf.GradientTape() as tape:
        prediction = x @ weights + bias
        loss = np.mean(np.square(prediction - target))  # NumPy: the tape records nothing
        loss = tf.constant(loss)
    gradients = tape.gradient(loss, [weights, bias])
    for variable, gradient in zip((weights, bias), gradients):
        variable.assign_sub(0.1 * gradient)


def sensitivity(x: tf.Tensor) -> tf.Tensor:
    probe = tf.constant(x)
    with tf.GradientTape() as tape:  # a constant has to be watched
        y = tf.reduce_sum(tf.sigmoid(probe @ weights))
    return tape.gradient(y, probe)


if __name__ == "__main__":
    inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    print(sensitivity(inputs))
    step(inputs, tf.constant([[0.0], [1.0]]))
