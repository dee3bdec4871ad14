# framework: tensorflow
# verdict: clean
# seen: online network trains; floor, ceil and gather belong to the target distribution
"""Categorical DQN (C51): the projection with floor and ceil works on the target network's numbers only."""
import functools

import keras
import numpy as np
import tensorflow as tf


class Support:
    def __init__(self, low=-2.0, high=2.0, atoms=11):
        self.low, self.high, self.atoms = low, high, atoms
        self.delta = (high - low) / (atoms - 1)
        self.z = tf.linspace(low, high, atoms)


def network(obs=4, actions=3, atoms=11):
    inputs = keras.Input((obs,))
    h = keras.layers.Dense(24, "relu")(inputs)
    out = keras.layers.Dense(actions * atoms)(h)
    return keras.Model(inputs, keras.layers.Reshape((actions, atoms))(out))


def project(support: Support, rewards, dones, probs, gamma):
    tz = tf.clip_by_value(rewards[:, None] + gamma * (1.0 - dones[:, None]) * support.z[None], support.low, support.high)
    b = (tz - support.low) / support.delta
    lower, upper = tf.math.floor(b), tf.math.ceil(b)
    same = tf.cast(tf.equal(lower, upper), tf.float32)
    to_lower = probs * (upper - b + same)
    to_upper = probs * (b - lower)
    m = tf.einsum("bj,bjk->bk", to_lower, tf.one_hot(tf.cast(lower, tf.int32), support.atoms))
    m += tf.einsum("bj,bjk->bk", to_upper, tf.one_hot(tf.cast(upper, tf.int32), support.atoms))
    return m


class Learner:
    def __init__(self, support, gamma=0.9, lr=1e-2, period=4):
        self.support, self.gamma, self.period = support, gamma, period
        self.online, self.target = (network(atoms=support.atoms) for _ in range(2))
        self.target.set_weights(self.online.get_weights())
        self.opt = keras.optimizers.Adam(lr)
        self.updates = tf.Variable(0, trainable=False)

    def q(self, net, obs):
        return tf.reduce_sum(tf.nn.softmax(net(obs)) * self.support.z, axis=-1)

    def act(self, obs, epsilon):
        if np.random.random() < epsilon:
            return np.random.randint(3, size=len(obs))
        return np.argmax(self.q(self.online, obs).numpy(), axis=1)

    @tf.function
    def train(self, batch):
        best = tf.argmax(self.q(self.online, batch["next"]), axis=-1, output_type=tf.int32)
        nxt = tf.nn.softmax(self.target(batch["next"]))
        goal = project(self.support, batch["r"], batch["done"], tf.gather(nxt, best, batch_dims=1), self.gamma)
        variables = self.online.trainable_variables
        with tf.GradientTape() as tape:
            logits = tf.gather(self.online(batch["obs"]), batch["a"], batch_dims=1)
            per_item = tf.nn.softmax_cross_entropy_with_logits(tf.stop_gradient(goal), logits)
            loss = tf.reduce_mean(batch["weight"] * per_item)
        grads = tape.gradient(loss, variables)
        self.opt.apply_gradients(zip(grads, variables))
        if self.updates.assign_add(1) % self.period == 0:
            for t, o in zip(self.target.variables, self.online.variables):
                t.assign(o)
        priority = tf.pow(per_item + 1e-5, 0.6)
        return loss, priority, grads


def replay(rng, n=16):
    return {
        "obs": rng.normal(size=(n, 4)),
        "next": rng.normal(size=(n, 4)),
        "a": rng.integers(0, 3, size=n),
        "r": rng.choice([-1.0, 0.0, 1.0], size=n),
        "done": rng.integers(0, 2, size=n).astype(float),
        "weight": np.ones(n),
    }


def cast(batch):
    return {k: tf.constant(v, tf.int32 if v.dtype.kind == "i" else tf.float32) for k, v in batch.items()}


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    learner = Learner(Support())
    rng = np.random.default_rng(0)
    for batch in map(cast, (replay(rng) for _ in range(6))):
        loss, priority, grads = learner.train(batch)
    assert all(float(tf.reduce_sum(tf.abs(g))) > 0 for g in grads)
    assert learner.act(np.zeros((2, 4), np.float32), 0.0).shape == (2,)
    np.testing.assert_allclose(
        tf.reduce_sum(project(learner.support, batch["r"], batch["done"], tf.ones((16, 11)) / 11, 0.9), -1), 1.0, rtol=1e-5
    )
