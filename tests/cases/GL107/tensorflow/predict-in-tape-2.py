# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import numpy as np
import tensorflow as tf
from tensorflow import keras


class DQNAgent:
    def __init__(self, state_size, actions, gamma=0.99):
        self.actions, self.gamma = actions, gamma
        self.q_net = self._network(state_size)
        self.target_net = self._network(state_size)
        self.optimizer = keras.optimizers.Adam(1e-3)

    def _network(self, state_size):
        hidden = keras.layers.Dense(8, activation="relu")
        return keras.Sequential([keras.Input((state_size,)), hidden, keras.layers.Dense(self.actions)])

    def learn(self, states, actions, rewards, next_states):
        future = tf.reduce_max(self.target_net(next_states), axis=1)
        wanted = rewards + self.gamma * future
        with tf.GradientTape() as tape:
            q = self.q_net.predict(states, verbose=0)  # HAZARD GL107
            chosen = tf.reduce_sum(q * tf.one_hot(actions, self.actions), axis=1)
            loss = tf.reduce_mean(tf.square(wanted - chosen))
        grads = tape.gradient(loss, self.q_net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.q_net.trainable_variables))
        return loss


rng = np.random.default_rng(0)
agent = DQNAgent(4, 2)
s, s2 = (rng.normal(size=(5, 4)).astype("float32") for _ in range(2))
print(agent.learn(s, [0, 1, 1, 0, 1], np.ones(5, "float32"), s2))
