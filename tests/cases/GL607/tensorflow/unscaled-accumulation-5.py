# framework: tensorflow
# verdict: wrong
# seen: mean losses of 4 micro-batches summed without division: gradient is 4 times the full-batch one
"""Large effective batches on a small card."""
import tensorflow as tf
from tensorflow.keras import layers, losses, optimizers, Sequential

ACCUM = 4
net = Sequential([layers.Input((5,)), layers.Dense(6, activation="tanh"), layers.Dense(1)])
criterion = losses.MeanSquaredError()
opt = optimizers.SGD(0.01)


def accumulate(features, labels):
    total = [tf.zeros_like(v) for v in net.trainable_variables]
    for fx, fy in zip(tf.split(features, ACCUM), tf.split(labels, ACCUM)):
        with tf.GradientTape() as tape:
            loss = criterion(fy, net(fx, training=True))
        grads = tape.gradient(loss, net.trainable_variables)
        total = [a + g for a, g in zip(total, grads)]  # HAZARD GL607
    return total


def whole(features, labels):
    with tf.GradientTape() as tape:
        loss = criterion(labels, net(features, training=True))
    return tape.gradient(loss, net.trainable_variables)


def train(features, labels, steps=2):
    for _ in range(steps):
        opt.apply_gradients(zip(accumulate(features, labels), net.trainable_variables))


if __name__ == "__main__":
    tf.random.set_seed(0)
    x, y = tf.random.normal((16, 5)), tf.random.normal((16, 1))
    train(x, y)
    for big, right in zip(accumulate(x, y), whole(x, y)):
        tf.debugging.assert_near(big, ACCUM * right, atol=1e-4)
