# framework: tensorflow
# verdict: nan
# seen: nan at the centre tap
import keras
import tensorflow as tf
from keras import ops


class SincFilter(keras.layers.Layer):
    def build(self, input_shape):
        self.cutoff = self.add_weight(shape=(), initializer="ones", name="cutoff")

    def call(self, signal):
        taps = ops.arange(-2.0, 3.0) * self.cutoff
        kernel = ops.where(taps == 0.0, 1.0, ops.sin(taps) / taps)  # HAZARD GL701
        return ops.sum(signal * kernel, axis=-1)


layer = SincFilter()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(layer(tf.ones((3, 5)))))
(slope,) = tape.gradient(loss, layer.trainable_variables)
assert bool(tf.math.is_finite(loss)) and bool(tf.math.is_nan(slope))
print("OBSERVED nan", "nan at the centre tap")
