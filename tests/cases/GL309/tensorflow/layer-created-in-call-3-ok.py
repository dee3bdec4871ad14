# framework: tensorflow
# verdict: clean
# seen: 15
import tensorflow as tf
from tensorflow import keras


class Block(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.hidden = [keras.layers.Dense(n, activation="relu") for n in units]
        self.branches = {"a": keras.layers.Dense(2), "b": keras.layers.Dense(2)}
        self.late = None
        self.counter = tf.Variable(0, trainable=False, dtype=tf.int32)

    def build(self, shape):
        self.scale = self.add_weight(shape=(2,), initializer="ones")
        self.late = keras.layers.Dense(1)
        super().build(shape)

    def call(self, x, training=False):
        for layer in self.hidden:
            x = layer(x)
        x = keras.layers.concatenate([self.branches["a"](x), self.branches["b"](x)])
        x = tf.reduce_sum(tf.reshape(x, (-1, 2, 2)), 1) * self.scale
        return self.late(keras.activations.relu(x))


def build_functional(units):
    inp = h = keras.Input((3,))
    for n in units:
        h = keras.layers.Dense(n, "tanh")(h)
    return keras.Model(inp, keras.layers.Dense(1)(h))


keras.utils.set_random_seed(0)
m, f = Block([4, 4]), build_functional([4])
x = tf.ones((2, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(m(x) + f(x))
g = tape.gradient(loss, m.trainable_variables + f.trainable_variables)
print("OBSERVED", "clean" if len(g) == 15 and all(v is not None for v in g) else "wrong", len(g))
