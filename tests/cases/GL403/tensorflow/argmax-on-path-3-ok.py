# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4)])
x, y = tf.random.normal((5, 3)), tf.constant([0, 1, 2, 3, 0])
acc = keras.metrics.SparseCategoricalAccuracy()


def hinge(y_true, logits):
    right = tf.gather(logits, y_true, batch_dims=1)
    rival = tf.argmax(logits - 1e9 * tf.one_hot(y_true, 4), axis=-1)
    return tf.reduce_mean(tf.nn.relu(1.0 - right + tf.gather(logits, rival, batch_dims=1)))


with tf.GradientTape() as tape:
    logits = net(x, training=True)
    mask = tf.cast(logits > 0.0, tf.float32)
    loss = hinge(y, logits) + tf.reduce_mean(mask * logits) + tf.reduce_mean(logits - tf.stop_gradient(tf.floor(logits)))
    guess = tf.argmax(logits, -1)
    rate = tf.reduce_mean(tf.cast(guess == tf.cast(y, guess.dtype), tf.float32))
grads = tape.gradient(loss, net.trainable_variables)
acc.update_state(y, logits)
print("OBSERVED", "clean" if grads[0].numpy().any() and float(rate) >= 0 else "none")
