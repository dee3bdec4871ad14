# framework: tensorflow
# verdict: clean
# seen: 1 variable where Keras 2 is installed: it tracks a tf.Variable that is an attribute of a layer
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf  # noqa: E402


def count():
    class Scale(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([1.0, 2.0], trainable=True)

        def call(self, x):
            return x * self.w

    return len(Scale().trainable_variables)


try:
    print(count())
except ImportError as error:
    print("Keras 2 is not installed:", error)
