# framework: tensorflow
# verdict: none
# seen: gradients [None, None]
import numpy as np
import tensorflow as tf


class TinyRnn(tf.Module):
    def __init__(self):
        super().__init__()
        self.w_in = tf.Variable(0.8)
        self.w_rec = tf.Variable(0.3)

    def unroll(self, sequence):
        steps, batch = sequence.shape
        states = np.zeros((steps, batch), np.float32)
        h = tf.zeros(batch)
        for t in range(steps):
            h = tf.tanh(self.w_in * sequence[t] + self.w_rec * h)
            states[t] = h  # HAZARD GL103
        return tf.convert_to_tensor(states)


rnn = TinyRnn()
sequence = tf.constant([[0.1, 0.2], [0.3, -0.4], [0.5, 0.6]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(rnn.unroll(sequence) - 1.0))
grads = tape.gradient(loss, rnn.trainable_variables)
assert list(grads) == [None, None]
print("OBSERVED none", "gradients", list(grads))
