# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow.keras import layers


class Scale(layers.Layer):
    def __init__(self, dim, **kwargs):
        super().__init__(**kwargs)
        self.gamma = tf.Variable(tf.ones([dim]), trainable=True)  # HAZARD GL308
        self.norm = layers.LayerNormalization()

    def call(self, x):
        return self.norm(x) * self.gamma


layer = Scale(3)
layer(tf.random.normal((2, 3)))
print("OBSERVED", "wrong" if len(layer.trainable_variables) == 2 else "clean")
