# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf


class Quantised(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="ones")

    def call(self, x):
        q = tf.round(self.kernel * 8.0) / 8.0  # HAZARD GL403
        return x @ q


layer = Quantised()
x = tf.ones((3, 4))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer(x) ** 2)
print("OBSERVED", "none" if tape.gradient(loss, layer.kernel) is None else "clean")
