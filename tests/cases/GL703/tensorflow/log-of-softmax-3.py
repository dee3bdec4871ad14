# framework: tensorflow
# verdict: nan
# seen: nan
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3), keras.layers.Rescaling(900.0)])
x, y = tf.random.normal((4, 2)), tf.one_hot([0, 1, 2, 0], 3)
with tf.GradientTape() as tape:
    p = tf.nn.softmax(net(x))
    loss = -tf.reduce_mean(tf.reduce_sum(y * tf.math.log(p), axis=1))  # HAZARD GL703
g = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g[0])) else "clean")
