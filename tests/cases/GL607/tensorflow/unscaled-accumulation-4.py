# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Accumulating(keras.Model):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
        self.bag = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.net.trainable_variables]

    def micro(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(x) - y) ** 2)
        for slot, g in zip(self.bag, tape.gradient(loss, self.net.trainable_variables)):
            slot.assign_add(g)  # HAZARD GL607

    def step(self, parts, opt):
        for x, y in parts:
            self.micro(x, y)
        opt.apply_gradients(zip(self.bag, self.net.trainable_variables))


m = Accumulating(4)
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
with tf.GradientTape() as tape:
    whole = tf.reduce_mean((m.net(x) - y) ** 2)
true = tape.gradient(whole, m.net.trainable_variables)[0]
m.step(list(zip(tf.split(x, 4), tf.split(y, 4))), keras.optimizers.SGD(0.1))
print("OBSERVED", "wrong" if abs(m.bag[0] - 4 * true).numpy().max() < 1e-4 else "clean")
