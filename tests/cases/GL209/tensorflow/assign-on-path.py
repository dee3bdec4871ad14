# framework: tensorflow
# verdict: none
# seen: input kernel gradient None
import tensorflow as tf


class Reservoir(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.drive = tf.Variable(0.3 * tf.ones((1, units)))
        self.readout = tf.Variable(tf.ones((units, 1)))
        self.state = tf.Variable(tf.zeros((1, units)), trainable=False)

    def step(self, u):
        self.state.assign(tf.tanh(0.5 * self.state + u * self.drive))  # HAZARD GL209
        return tf.matmul(self.state, self.readout)


cell = Reservoir(4)
with tf.GradientTape() as tape:
    error = tf.add_n([tf.reduce_sum(tf.square(cell.step(u) - 1.0)) for u in (0.2, 0.9, -0.4)])
by_drive, by_readout = tape.gradient(error, [cell.drive, cell.readout])
assert by_drive is None and by_readout is not None
print("OBSERVED none", "input kernel gradient", by_drive)
