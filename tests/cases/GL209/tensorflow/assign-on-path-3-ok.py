# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


class Memory(tf.Module):
    def __init__(self):
        super().__init__()
        self.decay = tf.Variable(0.9)
        self.slot = tf.Variable(tf.ones(3), trainable=False)
        self.ema = tf.Variable(tf.zeros(3), trainable=False)
        self.calls = tf.Variable(0, trainable=False)

    def write(self, value):
        new = self.decay * self.slot + value
        self.calls.assign_add(1)
        self.ema.assign(0.9 * self.ema + 0.1 * tf.stop_gradient(new))
        return new


mem = Memory()
with tf.GradientTape() as tape:
    new = mem.write(tf.ones(3))
    loss = tf.reduce_sum(new ** 2)
g = tape.gradient(loss, mem.decay)
mem.slot.assign(new)
mem.decay.assign_sub(0.01 * g)
print("OBSERVED", "clean" if g is not None and int(mem.calls) == 1 else "none")
