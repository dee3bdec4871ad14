# framework: tensorflow
# verdict: clean
# seen: first layer moved
import numpy as np
import tensorflow as tf
from tensorflow import keras


class DQNAgent:
    def __init__(self, state_size, actions, gamma=0.9):
        self.actions, self.gamma = actions, gamma
        head = keras.layers.Dense(actions, use_bias=False)
        self.q_net = keras.Sequential([keras.Input((state_size,)), head])
        self.target_net = keras.models.clone_model(self.q_net)
        self.optimizer = keras.optimizers.SGD(0.5)

    def act(self, state):
        return int(np.argmax(self.q_net.predict(state[None], verbose=0)[0]))

    def learn(self, states, actions, rewards, next_states):
        with tf.GradientTape() as tape:
            future = self.target_net.predict(next_states, verbose=0).max(axis=1)
            chosen = tf.reduce_sum(self.q_net(states) * tf.one_hot(actions, self.actions), axis=1)
            loss = tf.reduce_mean(tf.square(rewards + self.gamma * future - chosen))
        grads = tape.gradient(loss, self.q_net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.q_net.trainable_variables))


rng = np.random.default_rng(0)
keras.utils.set_random_seed(0)
agent = DQNAgent(3, 2)
s, s2 = (rng.normal(size=(4, 3)).astype("float32") for _ in range(2))
a, r = np.array([agent.act(row) for row in s]), np.ones(4, "float32")
w = agent.q_net.get_weights()[0]
wanted = r + 0.9 * (s2 @ agent.target_net.get_weights()[0]).max(axis=1)
hot = np.eye(2, dtype="float32")[a]
expected = w - 0.5 * s.T @ (2.0 * ((s @ w * hot).sum(axis=1) - wanted)[:, None] * hot) / 4
agent.learn(s, a, r, s2)
assert np.allclose(agent.q_net.get_weights()[0], expected, atol=1e-4)
print("OBSERVED clean", "first layer moved")
