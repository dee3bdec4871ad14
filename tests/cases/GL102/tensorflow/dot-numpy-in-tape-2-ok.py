# framework: tensorflow
# verdict: clean
# seen: -0.024
import numpy as np
import tensorflow as tf

maps = {}


def attend(query, key, value, name):
    scores = tf.matmul(query, key, transpose_b=True) / np.sqrt(key.shape[-1])
    weights = tf.nn.softmax(scores)
    maps[name] = weights.numpy()
    return tf.matmul(weights, value)


rng = np.random.default_rng(4)
tokens = tf.constant(rng.normal(size=(5, 3)).astype(np.float32))
proj = tf.Variable(rng.normal(size=(3, 3)).astype(np.float32))
losses = []


def objective():
    out = attend(tokens @ proj, tokens, tokens, "self")
    return tf.reduce_mean(tf.square(out))


with tf.GradientTape() as tape:
    loss = objective()
    losses.append(loss.numpy())
grad = tape.gradient(loss, proj).numpy()
bump = np.zeros((3, 3), np.float32)
bump[0, 1] = 0.01
proj.assign_add(bump)
high = objective().numpy()
proj.assign_sub(2 * bump)
low = objective().numpy()
assert abs(grad[0, 1] - (high - low) / 0.02) < 1e-3 and maps["self"].shape == (5, 5)
print("OBSERVED clean", round(float(grad[0, 1]), 3))
