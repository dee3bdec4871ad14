# framework: tensorflow
# verdict: wrong
# seen: (n, 1) minus (n,) broadcasts to (n, n)
"""TD3-like critic update where the value keeps its last axis and the target does not."""
import keras
import numpy as np
import tensorflow as tf


def critic():
    obs, act = keras.Input((3,)), keras.Input((1,))
    h = keras.layers.Dense(8, "relu")(keras.layers.Concatenate()([obs, act]))
    return keras.Model([obs, act], keras.layers.Dense(1)(h))


class Learner:
    def __init__(self, gamma=0.9):
        self.gamma = gamma
        self.q, self.target = critic(), critic()
        self.target.set_weights(self.q.get_weights())

    def bootstrap(self, rewards, nxt, actions):
        future = tf.squeeze(self.target([nxt, actions]), axis=-1)
        return tf.stop_gradient(rewards + self.gamma * future)

    def loss(self, obs, actions, rewards, nxt):
        goal = self.bootstrap(rewards, nxt, actions)
        value = self.q([obs, actions])
        return tf.reduce_mean(tf.square(value - goal))  # HAZARD GL510

    def grads(self, *batch):
        with tf.GradientTape() as tape:
            loss = self.loss(*batch)
        return tape.gradient(loss, self.q.trainable_variables)


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    obs, nxt = rng.normal(size=(2, 8, 3)).astype("float32")
    actions, rewards = rng.normal(size=(8, 1)).astype("float32"), tf.constant(rng.normal(size=8), tf.float32)
    learner = Learner()
    wrong = learner.grads(obs, actions, rewards, nxt)
    goal = learner.bootstrap(rewards, nxt, actions)
    with tf.GradientTape() as tape:
        right = tf.reduce_mean(tf.square(tf.squeeze(learner.q([obs, actions]), -1) - goal))
    true = tape.gradient(right, learner.q.trainable_variables)
    assert any(not np.allclose(a, b, rtol=0.05, atol=1e-4) for a, b in zip(wrong, true))
