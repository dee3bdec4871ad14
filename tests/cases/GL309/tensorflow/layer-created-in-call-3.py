# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras


class Block(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.out = keras.layers.Dense(1)

    def call(self, x, training=False):
        h = x
        for n in self.units:
            h = keras.layers.Dense(n, activation="relu")(h)  # HAZARD GL309
        return self.out(h)


keras.utils.set_random_seed(0)
m = Block([4, 4])
x = tf.ones((2, 3))
a, b = m(x), m(x)
print("OBSERVED", "wrong" if (a != b).numpy().any() and len(m.trainable_variables) == 2 else "clean")
