# framework: tensorflow
# verdict: none
# seen: temperature gradient None
import tensorflow as tf
from tensorflow import keras


class TemperatureScaling(tf.Module):
    def __init__(self, start):
        super().__init__()
        self.temperature = tf.Variable(start, dtype=tf.float32)

    def __call__(self, logits):
        t = tf.constant(self.temperature)  # HAZARD GL105
        return logits / t


calibrate = TemperatureScaling(1.5)
logits = tf.constant([[2.0, 0.5, -1.0], [0.1, 0.2, 3.0]])
labels = tf.constant([0, 1])
ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
with tf.GradientTape() as tape:
    loss = ce(labels, calibrate(logits))
grads = tape.gradient(loss, calibrate.trainable_variables)
assert list(grads) == [None]
print("OBSERVED none", "temperature gradient", grads[0])
