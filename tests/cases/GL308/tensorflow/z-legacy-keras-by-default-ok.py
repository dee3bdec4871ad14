# framework: tensorflow
# verdict: clean
# seen: 1 variable where Keras 2 is installed
import os

os.environ.setdefault("TF_USE_LEGACY_KERAS", "True")
import tensorflow as tf  # noqa: E402

try:
    layers = tf.keras.layers

    class Shift(layers.Layer):
        def __init__(self):
            super().__init__()
            self.offset = tf.Variable(0.5)

        def call(self, x):
            return x + self.offset

    print(len(Shift().trainable_variables))
except ImportError as error:
    print("Keras 2 is not installed:", error)
