# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
x, y = tf.random.normal((4, 3)), tf.random.normal((4, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((net(x, training=True) - y) ** 2)
grads = tape.gradient(loss, net.weights)  # HAZARD GL311
print("OBSERVED", "none" if any(g is None for g in grads) else "clean")
