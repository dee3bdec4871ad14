# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])


def pairwise(e):
    square = tf.reduce_sum((e[:, None, :] - e[None, :, :]) ** 2, axis=-1)
    return tf.sqrt(tf.maximum(square, 1e-12)) + tf.sqrt(square + 1e-9)


def kernel(e, c):
    return tf.exp(-tf.reduce_sum((e[:, None, :] - c[None]) ** 2, axis=-1))


with tf.GradientTape() as tape:
    e = net(tf.random.normal((4, 2)))
    loss = tf.reduce_mean(pairwise(e)) + tf.reduce_mean(kernel(e, tf.zeros((2, 3))))
    loss += tf.reduce_mean(tf.math.l2_normalize(e, axis=-1)) + tf.sqrt(1.0 + tf.reduce_sum(e ** 2))
g = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g[0])) else "clean")
