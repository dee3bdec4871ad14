# framework: tensorflow
# verdict: clean
# seen: zeros under a root with a constant, and a root of weights that do not begin as zeros
import tensorflow as tf


class CosineHead(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="glorot_uniform", name="kernel")
        self.shift = self.add_weight(shape=(2,), initializer="zeros", name="shift")

    def call(self, x):
        length = tf.sqrt(tf.reduce_sum(tf.square(self.kernel), axis=0))
        size = tf.sqrt(tf.reduce_sum(tf.square(self.shift)) + 1e-12)
        return x @ self.kernel / length + self.shift + size


head = CosineHead()
x = tf.ones((2, 3))
head(x)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(head(x))
grads = tape.gradient(loss, head.trainable_variables)
assert not any(bool(tf.reduce_any(tf.math.is_nan(each))) for each in grads)
print("OBSERVED clean", len(grads))
