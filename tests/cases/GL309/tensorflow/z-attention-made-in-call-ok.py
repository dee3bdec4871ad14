# framework: tensorflow
# verdict: clean
# seen: gradient as expected: these layers have no weights
import tensorflow as tf
from tensorflow import keras


class Reader(keras.Model):
    def __init__(self):
        super().__init__()
        self.inside = keras.layers.Dense(4)
        self.out = keras.layers.Dense(1)

    def call(self, x):
        hidden = keras.layers.UnitNormalization()(self.inside(x))
        seen = keras.layers.Attention()([hidden, hidden])
        return self.out(seen)


keras.utils.set_random_seed(0)
model = Reader()
x = tf.random.normal((2, 5, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2)
found = tape.gradient(loss, model.trainable_variables)
assert len(found) == 4 and all(each is not None for each in found)
