# framework: tensorflow
# verdict: nan
# seen: nan
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])


def pairwise(e):
    square = tf.reduce_sum((e[:, None, :] - e[None, :, :]) ** 2, axis=-1)
    return tf.sqrt(square)  # HAZARD GL702


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(pairwise(net(tf.random.normal((4, 2)))))
g = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g[0])) else "clean")
