# framework: tensorflow
# verdict: clean
# seen: policy and value parameters move; sampling, argmax and numpy returns are constants by intent
"""REINFORCE with a learned baseline on a bandit-like corridor; the environment is numpy."""
from __future__ import annotations

import collections
from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf

Transition = collections.namedtuple("Transition", "state action reward")


class Corridor:
    def __init__(self, length=5, seed=0):
        self.length, self.rng = length, np.random.default_rng(seed)

    def reset(self):
        self.pos, self.t = 0, 0
        return self._obs()

    def _obs(self):
        out = np.zeros(self.length, np.float32)
        out[self.pos] = 1.0
        return out

    def step(self, action: int):
        self.pos = int(np.clip(self.pos + (1 if action else -1), 0, self.length - 1))
        self.t += 1
        done = self.pos == self.length - 1 or self.t >= 12
        return self._obs(), float(self.pos == self.length - 1), done


@dataclass
class Hyper:
    gamma: float = 0.95
    entropy: float = 1e-2
    value_weight: float = 0.5


class ActorCritic(keras.Model):
    def __init__(self, actions=2):
        super().__init__()
        self.trunk = keras.layers.Dense(16, "tanh")
        self.policy, self.value = keras.layers.Dense(actions), keras.layers.Dense(1)

    def call(self, obs):
        h = self.trunk(obs)
        return self.policy(h), tf.squeeze(self.value(h), -1)

    def act(self, obs, greedy=False):
        logits, _ = self(obs[None])
        if greedy:
            return int(tf.argmax(logits[0]))
        return int(tf.random.categorical(logits, 1)[0, 0].numpy())


def rollout(env, agent, **kw):
    episode, obs, done = [], env.reset(), False
    while not done:
        action = agent.act(obs, **kw)
        following, reward, done = env.step(action)
        episode.append(Transition(obs, action, reward))
        obs = following
    return episode


def discounted(rewards, gamma):
    out, running = np.zeros(len(rewards), np.float32), 0.0
    for i in reversed(range(len(rewards))):
        running = rewards[i] + gamma * running
        out[i] = running
    return out


def update(agent, opt, episode, hp: Hyper):
    states, actions, rewards = map(np.array, zip(*episode))
    returns = discounted(rewards, hp.gamma)
    with tf.GradientTape() as tape:
        logits, values = agent(states)
        advantage = tf.stop_gradient(returns - values)
        advantage = (advantage - tf.reduce_mean(advantage)) / (tf.math.reduce_std(advantage) + 1e-6)
        log_probs = tf.nn.log_softmax(logits)
        chosen = tf.reduce_sum(tf.one_hot(actions, logits.shape[-1]) * log_probs, axis=-1)
        entropy = -tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=-1)
        policy_loss = -tf.reduce_mean(chosen * advantage + hp.entropy * entropy)
        value_loss = tf.reduce_mean(keras.losses.huber(returns[:, None], values[:, None]))
        total = policy_loss + hp.value_weight * value_loss
    grads = tape.gradient(total, agent.trainable_variables)
    opt.apply_gradients(zip([tf.clip_by_norm(g, 1.0) for g in grads], agent.trainable_variables))
    explained = 1 - np.var(returns - values.numpy()) / (np.var(returns) + 1e-8)
    return {"loss": float(total), "entropy": entropy.numpy().mean(), "explained": explained, "grads": grads}


if __name__ == "__main__":
    keras.utils.set_random_seed(3)
    env, agent, opt = Corridor(), ActorCritic(), keras.optimizers.Adam(3e-2)
    for _ in range(20):
        info = update(agent, opt, rollout(env, agent), Hyper())
    assert all(g is not None for g in info["grads"])
    assert len(rollout(env, agent, greedy=True)) <= 12
