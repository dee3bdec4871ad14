# framework: tensorflow
# verdict: clean
# seen: value gradient [1.85, 0.57, 0.86]
import numpy as np
import tensorflow as tf

weight = tf.Variable([[0.5], [-0.2], [0.1]])
episode = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
rewards = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 1.0], np.float32)

with tf.GradientTape() as tape:
    returns = np.zeros((6, 1), np.float32)
    running = 0.0
    for t in reversed(range(6)):
        running = rewards[t] + 0.95 * running
        returns[t] = running
    values = tf.concat([tf.matmul(episode[t : t + 1], weight) for t in range(6)], axis=0)
    value_loss = tf.reduce_mean(tf.square(returns - values))
grad = tape.gradient(value_loss, weight)
expected = -2.0 * episode.T @ (returns - episode @ weight.numpy()) / 6
assert np.allclose(grad, expected, atol=1e-5)
print("OBSERVED clean", "value gradient", [round(float(g), 2) for g in grad[:, 0]])
