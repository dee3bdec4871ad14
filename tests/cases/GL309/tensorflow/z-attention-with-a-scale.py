# framework: tensorflow
# verdict: wrong
# seen: two calls differ, and the scale of the attention is not among the variables
import tensorflow as tf
from tensorflow import keras


class Reader(keras.Model):
    def __init__(self):
        super().__init__()
        self.inside = keras.layers.Dense(4)
        self.out = keras.layers.Dense(1)

    def call(self, x):
        hidden = self.inside(x)
        seen = keras.layers.AdditiveAttention()([hidden, hidden])  # HAZARD GL309
        return self.out(seen)


keras.utils.set_random_seed(0)
model = Reader()
x = tf.random.normal((2, 5, 3))
first, second = model(x), model(x)
differ = bool(tf.reduce_any(first != second))
print("OBSERVED", "wrong" if differ and len(model.trainable_variables) == 4 else "clean")
