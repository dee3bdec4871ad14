# framework: tensorflow
# verdict: clean
# seen: recurrent weight gradient 0.03
import numpy as np
import tensorflow as tf

lengths = [1, 3, 2]
mask = np.zeros((3, 3), np.float32)
for row, n in enumerate(lengths):
    mask[row, :n] = 1.0
w_in, w_rec = tf.Variable(0.8), tf.Variable(0.3)
sequence = tf.constant([[0.1, 0.2, 0.3], [0.3, -0.4, 0.1], [0.5, 0.6, -0.2]])


def loss_value():
    states, h = [], tf.zeros(3)
    for t in range(3):
        h = tf.tanh(w_in * sequence[:, t] + w_rec * h)
        states.append(h)
    kept = tf.stack(states, axis=1) * mask
    return tf.reduce_sum(tf.square(kept)) / mask.sum()


with tf.GradientTape() as tape:
    loss = loss_value()
grad = tape.gradient(loss, w_rec)
w_rec.assign_add(0.01)
high = float(loss_value())
w_rec.assign_sub(0.02)
low = float(loss_value())
assert abs(float(grad) - (high - low) / 0.02) < 1e-3
print("OBSERVED clean", "recurrent weight gradient", round(float(grad), 3))
