import tensorflow as tf


class Accumulator:
    def __init__(self, variables, rounds):
        self.variables = variables
        self.rounds = rounds
        self.buffers = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in variables]

    def add(self, grads):
        for buffer, g in zip(self.buffers, grads):
            buffer.assign_add(g / self.rounds)

    def apply(self, optimizer):
        optimizer.apply_gradients(zip([b.value() for b in self.buffers], self.variables))
        for buffer in self.buffers:
            buffer.assign(tf.zeros_like(buffer))
