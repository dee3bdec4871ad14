# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8)])
opt = keras.optimizers.SGD(0.05)
taps = np.array([0.25, 0.5, 0.25], np.float32)


def _smooth(rows):
    return np.stack([np.convolve(row, taps, mode="same") for row in rows]).astype(np.float32)


def smooth(signal):
    out = tf.numpy_function(_smooth, [signal], tf.float32)  # HAZARD GL108
    out.set_shape(signal.shape)
    return out


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(smooth(net(x, training=True)) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


print(train_step(tf.ones((2, 4)), tf.zeros((2, 8))))
