# framework: tensorflow
# verdict: clean
# seen: double-DQN target by argmax under stop_gradient, soft update assigns after the tape, numpy only for acting; all weights get gradients
"""Deep Q-learning on a toy chain, with a replay buffer and a slowly moving target network."""
import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow import keras

N_STATES, N_ACTIONS, GAMMA, TAU = 4, 2, 0.97, 0.01


def build():
    return keras.Sequential([
        keras.Input((N_STATES,)),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(N_ACTIONS),
    ])


class Agent:
    def __init__(self):
        self.online, self.target = build(), build()
        self.target.set_weights(self.online.get_weights())
        self.opt = keras.optimizers.Adam(1e-3)
        self.memory = deque(maxlen=500)
        self.eps = 1.0
        self.history = []

    def act(self, state):
        if random.random() < self.eps:
            return random.randrange(N_ACTIONS)
        q = self.online(state[None]).numpy()[0]
        return int(np.argmax(q))

    def learn(self, batch_size=16):
        s, a, r, s2, done = map(np.array, zip(*random.sample(self.memory, batch_size)))
        best = tf.argmax(self.online(s2), axis=1)
        q_next = tf.reduce_sum(self.target(s2) * tf.one_hot(best, N_ACTIONS), axis=1)
        y = tf.stop_gradient(r.astype("float32") + GAMMA * (1.0 - done.astype("float32")) * q_next)
        with tf.GradientTape() as tape:
            q = self.online(s, training=True)
            picked = tf.gather(q, a, batch_dims=1)
            td = y - picked
            loss = tf.reduce_mean(tf.where(tf.abs(td) < 1.0, 0.5 * td ** 2, tf.abs(td) - 0.5))
        grads = tape.gradient(loss, self.online.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.online.trainable_variables))
        for old, new in zip(self.target.variables, self.online.variables):
            old.assign((1.0 - TAU) * old + TAU * new)
        self.history.append(float(loss))
        self.eps = max(0.05, self.eps * 0.99 if np.mean(self.history[-5:]) < 1.0 else self.eps)
        return grads


def run(episodes=3):
    agent = Agent()
    eye = np.eye(N_STATES, dtype="float32")
    grads = []
    for _ in range(episodes):
        pos = 0
        for _ in range(30):
            a = agent.act(eye[pos])
            nxt = min(pos + 1, N_STATES - 1) if a else 0
            agent.memory.append((eye[pos], a, float(nxt == N_STATES - 1), eye[nxt], nxt == N_STATES - 1))
            pos = nxt if nxt < N_STATES - 1 else 0
            if len(agent.memory) > 20:
                grads = agent.learn()
    return grads


if __name__ == "__main__":
    g = run()
    assert len(g) == 4 and all(v is not None for v in g)
    assert all(float(tf.norm(v)) > 0 for v in g)
