# framework: tensorflow
# verdict: clean
# seen: accuracy 1.0
import numpy as np
import tensorflow as tf
from tensorflow import keras


class SoftLabelLoss(keras.losses.Loss):
    def call(self, y_true, logits):
        return -tf.reduce_sum(y_true * tf.nn.log_softmax(logits, axis=-1), axis=-1)


start = keras.initializers.Constant([[90.0, 0.0, -90.0]])
head = keras.layers.Dense(3, use_bias=False, kernel_initializer=start)
criterion = SoftLabelLoss()
x, y = tf.constant([[1.0], [2.0]]), tf.constant([[0.9, 0.1, 0.0], [0.8, 0.1, 0.1]])
with tf.GradientTape() as tape:
    logits = head(x)
    loss = criterion(y, logits)
    entropy = keras.losses.CategoricalCrossentropy(from_logits=True)(y, logits)
(grad,) = tape.gradient(loss, head.trainable_variables)
probs = tf.nn.softmax(logits)
accuracy = np.mean(np.argmax(probs, axis=1) == np.argmax(y, axis=1))
expected = np.mean(x.numpy() * (probs.numpy() - y.numpy()), axis=0)
assert np.allclose(grad[0], expected, atol=1e-4) and np.isclose(loss, entropy, rtol=1e-4)
print("OBSERVED clean", "accuracy", float(accuracy))
