# framework: tensorflow
# verdict: clean
# seen: gradient as expected: what int() is given is a size
import tensorflow as tf
from tensorflow import keras


class Block(keras.layers.Layer):
    def build(self, shape):
        self.parts, self.shape_now = [], shape
        for _ in range(2):
            self.parts.append(keras.layers.Conv1D(4, 3, padding="same"))
            self.parts[-1].build(self.shape_now)
            self.shape_now = self.parts[-1].compute_output_shape(self.shape_now)
        self.middle = int(list(self.shape_now)[1] / 2)
        self.share = float(self.parts[0].count_params())
        self.slicer = keras.layers.Lambda(lambda inner: inner[:, self.middle, :])

    def call(self, x):
        for part in self.parts:
            x = part(x)
        return self.slicer(x) / self.share


keras.utils.set_random_seed(0)
block = Block()
x = tf.random.normal((2, 6, 3))
block.build(x.shape)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(block.call(x) ** 2)
found = tape.gradient(loss, block.trainable_variables)
assert len(found) == 4 and all(each is not None for each in found)
