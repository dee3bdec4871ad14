# framework: tensorflow
# verdict: wrong
# seen: only 0.7 of the gradient arrives
import tensorflow as tf

encoder = tf.Variable([[0.5, -0.2], [0.1, 0.9], [0.3, 0.3]])
readout = tf.constant([[1.0], [2.0]])
batch = tf.random.normal((6, 3), seed=3)
targets = tf.zeros((6, 1))


def manifold_mixup(hidden, lam):
    partner = tf.random.shuffle(hidden)  # HAZARD GL403
    return lam * hidden + (1.0 - lam) * partner


with tf.GradientTape() as tape:
    mixed = manifold_mixup(tf.matmul(batch, encoder), 0.7)
    loss = tf.reduce_mean(tf.matmul(mixed, readout) - targets)
grad = tape.gradient(loss, encoder)
true = tf.reduce_mean(batch, axis=0)[:, None] * tf.transpose(readout)
share = float(tf.reduce_sum(grad * true) / tf.reduce_sum(true * true))
assert abs(share - 0.7) < 1e-4
print("OBSERVED wrong", "only", round(share, 2), "of the gradient arrives")
