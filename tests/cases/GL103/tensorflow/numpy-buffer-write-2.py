# framework: tensorflow
# verdict: none
# seen: critic gradients [None, None, None, None]
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
critic = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)]
)
episode = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
rewards = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 1.0], np.float32)

returns = np.zeros(6, np.float32)
running = 0.0
for t in reversed(range(6)):
    running = rewards[t] + 0.95 * running
    returns[t] = running

with tf.GradientTape() as tape:
    values = np.empty_like(returns)
    for t in range(6):
        values[t] = critic(episode[t : t + 1])[0, 0]  # HAZARD GL103
    value_loss = tf.reduce_mean(tf.square(returns - values))
grads = tape.gradient(value_loss, critic.trainable_variables)
assert all(g is None for g in grads)
print("OBSERVED none", "critic gradients", grads)
