import keras
import tensorflow as tf


class RunningScale(keras.layers.Layer):
    """Divides by a running maximum that is not trained."""

    def build(self, shape):
        self.peak = tf.Variable(tf.ones([shape[-1]]), trainable=False)

    def call(self, x, training=False):
        if training:
            self.peak.assign(0.9 * self.peak + 0.1 * tf.reduce_max(tf.abs(x), axis=0))
        return x / tf.stop_gradient(tf.convert_to_tensor(self.peak))
