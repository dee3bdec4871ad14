# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf


class Memory(tf.Module):
    def __init__(self):
        super().__init__()
        self.decay = tf.Variable(0.9)
        self.slot = tf.Variable(tf.zeros(3), trainable=False)

    def write(self, value):
        self.slot.assign(self.decay * self.slot + value)  # HAZARD GL209
        return self.slot


mem = Memory()
mem.write(tf.ones(3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(mem.write(tf.ones(3)) ** 2)
print("OBSERVED", "none" if tape.gradient(loss, mem.decay) is None else "clean")
