# framework: tensorflow
# verdict: wrong
# seen: the gradient of the kernel lacks the part of the decay
import tensorflow as tf
from tensorflow import keras


class Block(keras.layers.Layer):
    def build(self, shape):
        self.part = keras.layers.Dense(4)
        self.part.build(shape)
        self.share = 1.0 / self.part.count_params()

    def call(self, x):
        return self.part(x)

    def decay(self):
        return float(tf.norm(self.part.kernel)) * self.share  # HAZARD GL104


keras.utils.set_random_seed(0)
block = Block()
x = tf.random.normal((2, 3))
block.build(x.shape)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(block(x) ** 2) + block.decay()
made = tape.gradient(loss, block.part.kernel)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(block(x) ** 2) + tf.norm(block.part.kernel) * block.share
right = tape.gradient(loss, block.part.kernel)
print("OBSERVED", "wrong" if float(tf.norm(made - right)) > 1e-4 else "clean")
