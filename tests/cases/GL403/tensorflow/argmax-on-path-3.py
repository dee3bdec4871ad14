# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4)])
x, y = tf.random.normal((5, 3)), tf.constant([0, 1, 2, 3, 0])


def dice(y_true, y_pred):
    picked = tf.one_hot(tf.argmax(y_pred, axis=-1), 4)  # HAZARD GL403
    return 1.0 - tf.reduce_mean(tf.reduce_sum(picked * tf.one_hot(y_true, 4), axis=-1))


with tf.GradientTape() as tape:
    loss = dice(y, net(x, training=True))
grads = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "none" if grads[0] is None else "clean")
