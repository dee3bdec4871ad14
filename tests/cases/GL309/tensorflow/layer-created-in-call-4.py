# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Attention(layers.Layer):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def _project(self, x):
        return layers.Dense(self.dim, use_bias=False)(x)  # HAZARD GL309

    def call(self, x):
        q, k = self._project(x), self._project(x)
        return tf.nn.softmax(q @ tf.transpose(k, (0, 2, 1))) @ x


keras.utils.set_random_seed(0)
layer = Attention(4)
x = tf.random.normal((2, 3, 4))
a, b = layer(x), layer(x)
print("OBSERVED", "wrong" if not layer.trainable_variables and (a != b).numpy().any() else "clean")
