# framework: tensorflow
# verdict: none
# seen: none
import numpy as np
import tensorflow as tf

policy = tf.Variable([[0.1, 0.2], [0.3, -0.4]])


def rollout(horizon):
    state = tf.constant([[1.0, 0.0]])
    costs = np.zeros(horizon, dtype=np.float32)
    for t in range(horizon):
        state = tf.tanh(state @ policy)
        costs[t] = tf.reduce_sum(state ** 2)  # HAZARD GL103
    return tf.reduce_mean(costs)


with tf.GradientTape() as tape:
    cost = rollout(3)
print("OBSERVED", "none" if tape.gradient(cost, policy) is None else "clean")
