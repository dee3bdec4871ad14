# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class BatchStats(keras.layers.Layer):
    def build(self, shape):
        self.mu = self.add_weight(shape=(shape[-1],), initializer="zeros", trainable=False)

    def call(self, x, training=False):
        mean = tf.reduce_mean(x, axis=0)
        if training:
            self.mu.assign(0.9 * self.mu + 0.1 * mean)
        return x - mean


class Trainer:
    def __init__(self):
        self.net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4), BatchStats(), keras.layers.Dense(1)])
        self.step = tf.Variable(0, trainable=False, dtype=tf.int64)
        self.best = tf.Variable(1e9, trainable=False)

    def run(self, x, y, lr=0.05):
        with tf.GradientTape() as tape:
            self.step.assign_add(1)
            loss = tf.reduce_mean((self.net(x, training=True) - y) ** 2)
            self.best.assign(tf.minimum(self.best, loss))
        for v, g in zip(self.net.trainable_variables, tape.gradient(loss, self.net.trainable_variables)):
            v.assign_sub(lr * g)
        return float(loss)


t = Trainer()
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
trace = [t.run(x, y) for _ in range(4)]
print("OBSERVED", "clean" if trace[-1] < trace[0] and int(t.step) == 4 else "wrong")
