# framework: tensorflow
# verdict: none
# seen: inner.gradient after the outer tape is closed (second derivative None); np.square of a network output (None)
import numpy as np
import tensorflow as tf
from tensorflow import keras as K

net = K.Sequential([K.Input((1,)), K.layers.Dense(8, activation="tanh"), K.layers.Dense(1)])
opt = K.optimizers.Adam(5e-3)


def curvature(x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            w = net(x)
    slope = inner.gradient(w, x)  # HAZARD GL503
    return slope, outer.gradient(slope, x)


def beam_loss(x, load):
    _, bend = curvature(x)
    return tf.reduce_mean((bend - load) ** 2)


def clamp_loss(ends):
    w = net(ends)
    return tf.reduce_mean(np.square(w))  # HAZARD GL101


def fit_supports(steps, ends=((0.0,), (1.0,))):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = clamp_loss(tf.constant(ends))
        grads = tape.gradient(loss, net.trainable_variables)
        print("support error %.3g" % np.sqrt(loss))
    return grads


def train(steps):
    x = tf.reshape(tf.linspace(0.0, 1.0, 20), (-1, 1))
    load = -tf.ones_like(x)
    for i in range(steps):
        with tf.GradientTape() as tape:
            loss = beam_loss(x, load)
        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))


if __name__ == "__main__":
    s, b = curvature(tf.ones((3, 1)))
    assert s is not None and b is None
    assert fit_supports(1) == [None] * 4
    try:
        train(1)
        raise SystemExit("ran")
    except (ValueError, TypeError):
        pass
