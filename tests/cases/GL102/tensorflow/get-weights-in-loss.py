# framework: tensorflow
# verdict: wrong
# seen: same gradient as without the decay
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(7)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(1)])
x = tf.random.normal((12, 3))
y = tf.reduce_sum(x, axis=1, keepdims=True)


def weight_decay(net, strength):
    return strength * sum(tf.nn.l2_loss(w) for w in net.get_weights())  # HAZARD GL102


with tf.GradientTape() as tape:
    fit = tf.reduce_mean(tf.square(model(x, training=True) - y))
    loss = fit + weight_decay(model, 0.5)
grads = tape.gradient(loss, model.trainable_variables)

with tf.GradientTape() as tape:
    fit = tf.reduce_mean(tf.square(model(x, training=True) - y))
bare = tape.gradient(fit, model.trainable_variables)
assert all(np.allclose(a, b) for a, b in zip(grads, bare))
print("OBSERVED wrong", "same gradient as without the decay")
