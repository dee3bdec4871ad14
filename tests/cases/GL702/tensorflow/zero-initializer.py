# framework: tensorflow
# verdict: nan
# seen: nan in every entry of the kernel at the first step
import tensorflow as tf


class LengthHead(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="zeros", name="kernel")

    def call(self, x):
        length = tf.sqrt(tf.reduce_sum(tf.square(self.kernel), axis=0))  # HAZARD GL702
        return x @ self.kernel + length


head = LengthHead()
x = tf.ones((2, 3))
head(x)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(head(x))
(grad,) = tape.gradient(loss, head.trainable_variables)
assert bool(tf.reduce_all(tf.math.is_nan(grad)))
print("OBSERVED nan", grad.shape)
