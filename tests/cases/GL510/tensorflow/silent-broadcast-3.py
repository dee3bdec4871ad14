# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
x, y = tf.random.normal((6, 3)), tf.random.normal((6,))
with tf.GradientTape() as tape:
    error = net(x) - y  # HAZARD GL510
    loss = tf.reduce_mean(error ** 2)
g = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "wrong" if error.shape == (6, 6) else "clean")
