# framework: tensorflow
# verdict: none
# seen: none
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


def advantage(rewards, values, gamma=0.9):
    out, last = np.zeros(len(rewards), np.float32), 0.0
    for t in reversed(range(len(rewards))):
        last = rewards[t] + gamma * last
        out[t] = last
    return out - values


critic = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
states, rewards = tf.random.normal((5, 3)), np.ones(5, np.float32)
with tf.GradientTape() as tape:
    values = critic(states)[:, 0].numpy()  # HAZARD GL102
    loss = tf.reduce_mean(advantage(rewards, values) ** 2)
print("OBSERVED", "none" if tape.gradient(loss, critic.trainable_variables)[0] is None else "clean")
