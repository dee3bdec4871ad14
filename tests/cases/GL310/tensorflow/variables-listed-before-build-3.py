# framework: tensorflow
# verdict: raises
# seen: ValueError: not enough values to unpack (expected 2, got 0)
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)])
weights = net.trainable_variables  # HAZARD GL310
opt = keras.optimizers.SGD(0.1)
x, y = tf.random.normal((4, 2)), tf.random.normal((4, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((net(x) - y) ** 2)
grads = tape.gradient(loss, weights)
opt.apply_gradients(zip(grads, weights))
