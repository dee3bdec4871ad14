# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf

policy = tf.Variable([[0.1, 0.2], [0.3, -0.4]])


def rollout(horizon, gamma=0.9):
    state = tf.constant([[1.0, 0.0]])
    weights = np.zeros(horizon, dtype=np.float32)
    costs, seen = [], np.zeros((horizon, 2))
    for t in range(horizon):
        state = tf.tanh(state @ policy)
        weights[t] = gamma ** t
        seen[t] = state.numpy()[0]
        costs.append(tf.reduce_sum(state ** 2))
    return tf.reduce_mean(tf.stack(costs) * weights), seen


with tf.GradientTape() as tape:
    cost, seen = rollout(3)
g = tape.gradient(cost, policy)
print("OBSERVED", "clean" if g is not None and g.numpy().any() and seen.any() else "none")
