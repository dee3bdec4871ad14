# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class HardRouter(keras.layers.Layer):
    def __init__(self, experts, dim):
        super().__init__()
        self.gate = keras.layers.Dense(experts)
        self.experts = [keras.layers.Dense(dim) for _ in range(experts)]

    def call(self, x):
        choice = tf.one_hot(tf.argmax(self.gate(x), -1), len(self.experts))  # HAZARD GL403
        outs = tf.stack([e(x) for e in self.experts], axis=1)
        return tf.reduce_sum(outs * choice[..., None], axis=1)


layer = HardRouter(2, 3)
x = tf.random.normal((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer(x) ** 2)
grads = tape.gradient(loss, layer.gate.trainable_variables)
print("OBSERVED", "none" if grads[0] is None else "clean")
