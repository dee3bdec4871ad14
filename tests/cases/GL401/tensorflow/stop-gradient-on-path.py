# framework: tensorflow
# verdict: none
# seen: policy gradients [None, None, None, None]
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
policy = keras.Sequential(
    [keras.Input((4,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(2)]
)
states = tf.random.normal((5, 4))
actions = tf.constant([0, 1, 1, 0, 1])
rewards = np.array([1.0, 0.5, -0.5, 2.0, 0.0], np.float32)


def reinforce_loss():
    log_probs = tf.nn.log_softmax(policy(states))
    chosen = tf.gather(log_probs, actions, batch_dims=1)
    advantage = rewards - rewards.mean()
    return -tf.reduce_mean(tf.stop_gradient(chosen) * advantage)  # HAZARD GL401


with tf.GradientTape() as tape:
    loss = reinforce_loss()
grads = tape.gradient(loss, policy.trainable_variables)
assert all(g is None for g in grads)
print("OBSERVED none", "policy gradients", grads)
