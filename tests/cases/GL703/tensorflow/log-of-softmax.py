# framework: tensorflow
# verdict: nan
# seen: nan once the logits are confident
import tensorflow as tf
from tensorflow import keras


class SoftLabelLoss(keras.losses.Loss):
    def call(self, y_true, logits):
        probs = tf.nn.softmax(logits, axis=-1)
        return -tf.reduce_sum(y_true * tf.math.log(probs), axis=-1)  # HAZARD GL703


start = keras.initializers.Constant([[90.0, 0.0, -90.0]])
head = keras.layers.Dense(3, use_bias=False, kernel_initializer=start)
criterion = SoftLabelLoss()
x, y = tf.constant([[1.0], [2.0]]), tf.constant([[0.9, 0.1, 0.0], [0.8, 0.1, 0.1]])
with tf.GradientTape() as tape:
    loss = criterion(y, head(x))
(grad,) = tape.gradient(loss, head.trainable_variables)
assert bool(tf.reduce_any(tf.math.is_nan(grad)))
print("OBSERVED nan", "nan once the logits are confident")
