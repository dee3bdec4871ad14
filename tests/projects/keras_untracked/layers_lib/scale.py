import keras
import tensorflow as tf

from layers_lib.registry import layer


@layer("channel_scale")
class ChannelScale(keras.layers.Layer):
    def build(self, input_shape):
        self.gain = tf.Variable(tf.ones([input_shape[-1]]), name="gain")  # HAZARD untracked-gain GL308
        self.shift = self.add_weight(shape=(input_shape[-1],), initializer="zeros", name="shift")

    def call(self, x):
        return x * self.gain + self.shift


@layer("bias_only")
class BiasOnly(keras.layers.Layer):
    def build(self, input_shape):
        self.bias = self.add_weight(shape=(input_shape[-1],), initializer="zeros", name="bias")

    def call(self, x):
        return x + self.bias
