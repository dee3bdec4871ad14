"""The head of the network is computed with NumPy, outside of the tape's sight."""

# without gradient: body
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy as np
import tensorflow as tf


def main():
    tf.random.set_seed(11)
    body = tf.Variable(tf.random.normal((6, 4), seed=1), name="body")
    head = tf.Variable(tf.ones((4, 1)), name="head")
    x = tf.random.normal((32, 6), seed=2)
    y = tf.reduce_sum(x, axis=1, keepdims=True)
    for step in range(5):
        with tf.GradientTape() as tape:
            features = np.tanh(x @ body)  # GL101 confirmed
            loss = tf.reduce_mean((features @ head - y) ** 2)
        grads = tape.gradient(loss, [body, head])
        head.assign_sub(0.05 * grads[1])
        print(step, float(loss).hex())


if __name__ == "__main__":
    main()
