# framework: tensorflow
# verdict: clean
# seen: clean
import tensorflow as tf


class Forecaster(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(6, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.hidden(x))


net = Forecaster()
x, y = tf.random.normal((8, 4)), tf.random.normal((8, 1))
before = net.predict(x, verbose=0)
weights = net.trainable_variables
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((net(x) - y) ** 2)
grads = tape.gradient(loss, weights)
print("OBSERVED", "clean" if len(grads) == 4 and all(g is not None for g in grads) else "none")
