# framework: tensorflow
# verdict: none
# seen: kernel gradient None
import tensorflow as tf
from keras import Model, layers


class TiedEncoder(Model):
    def __init__(self, units):
        super().__init__()
        self.proj = layers.Dense(units, use_bias=False)

    def call(self, x):
        return self.proj(x)

    def orthogonality(self):
        kernel = self.proj.get_weights()[0]  # HAZARD GL102
        overlap = tf.matmul(kernel, kernel, transpose_a=True)
        return tf.reduce_mean(tf.square(overlap - tf.eye(kernel.shape[1])))


encoder = TiedEncoder(3)
encoder(tf.zeros((1, 5)))
with tf.GradientTape() as tape:
    penalty = encoder.orthogonality()
grads = tape.gradient(penalty, encoder.trainable_variables)
assert grads == [None]
print("OBSERVED none", "kernel gradient", grads[0])
