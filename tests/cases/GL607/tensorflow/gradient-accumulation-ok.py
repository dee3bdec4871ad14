# framework: tensorflow
# verdict: clean
# seen: gradient accumulation with the loss divided by n, assign_add outside the tape
"""Accumulate n micro-batches in variables, then apply once."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Accumulating(keras.Model):
    def __init__(self, n=4):
        super().__init__()
        self.d1, self.d2 = keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)
        self.n = n
        self.criterion = keras.losses.MeanSquaredError()
        self.micro = tf.Variable(0, trainable=False, dtype=tf.int32)
        self.slots = None

    def call(self, x):
        return self.d2(self.d1(x))

    def prepare(self):
        self.slots = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.trainable_variables]

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.criterion(y, self(x, training=True)) / self.n
        for slot, g in zip(self.slots, tape.gradient(loss, self.trainable_variables)):
            slot.assign_add(g)
        self.micro.assign_add(1)
        tf.cond(tf.equal(self.micro % self.n, 0), self.flush, lambda: None)
        return {"loss": loss * self.n}

    def flush(self):
        self.optimizer.apply_gradients(zip([tf.convert_to_tensor(s) for s in self.slots], self.trainable_variables))
        for s in self.slots:
            s.assign(tf.zeros_like(s))


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 3)).astype("float32")
    y = x @ np.array([[1.0], [-2.0], [0.5]], "float32")
    m = Accumulating()
    m(x[:1])
    m.prepare()
    m.compile(optimizer=keras.optimizers.SGD(0.05))
    m.optimizer.build(m.trainable_variables)
    before = m.get_weights()
    m.fit(x, y, batch_size=8, epochs=2, verbose=0)
    return before, m


if __name__ == "__main__":
    before, m = main()
    assert int(m.micro) == 16
    assert all(np.abs(a - v.numpy()).max() > 0 for a, v in zip(before, m.trainable_variables))
