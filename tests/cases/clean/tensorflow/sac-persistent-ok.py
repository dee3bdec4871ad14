# framework: tensorflow
# verdict: clean
# seen: persistent tape, four gradients, stop_gradient on targets and temperature (log-prob by finite differences)
"""Soft actor-critic: one persistent tape for actor, twin critics and the temperature."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers, optimizers


class Policy(Model):
    def __init__(self, n):
        super().__init__()
        self.h = layers.Dense(16, activation="relu")
        self.mu, self.ls = layers.Dense(n), layers.Dense(n)

    def call(self, s):
        h = self.h(s)
        mu, ls = self.mu(h), tf.clip_by_value(self.ls(h), -5.0, 2.0)
        raw = mu + tf.exp(ls) * tf.random.normal(tf.shape(mu))
        act = tf.tanh(raw)
        gauss = -0.5 * ((raw - mu) / tf.exp(ls)) ** 2 - ls - 0.5 * np.log(2 * np.pi)
        squash = 2.0 * (np.log(2.0) - raw - tf.nn.softplus(-2.0 * raw))
        return act, tf.reduce_sum(gauss - squash, axis=1, keepdims=True)


class Q(Model):
    def __init__(self):
        super().__init__()
        self.h, self.o = layers.Dense(16, activation="relu"), layers.Dense(1)

    def call(self, s, a):
        return self.o(self.h(tf.concat([s, a], 1)))


class SAC:
    def __init__(self, n_act=2):
        self.pi, self.q1, self.q2, self.t1, self.t2 = Policy(n_act), Q(), Q(), Q(), Q()
        self.log_alpha = tf.Variable(0.0)
        self.target_entropy = -float(n_act)
        self.opt = {k: optimizers.Adam(3e-4) for k in ("pi", "q1", "q2", "alpha")}

    def update(self, s, a, r, s2, gamma=0.99):
        a2, lp2 = self.pi(s2)
        alpha = tf.exp(self.log_alpha)
        y = tf.stop_gradient(r + gamma * (tf.minimum(self.t1(s2, a2), self.t2(s2, a2)) - alpha * lp2))
        with tf.GradientTape(persistent=True) as tape:
            l1 = tf.reduce_mean((self.q1(s, a) - y) ** 2)
            l2 = tf.reduce_mean((self.q2(s, a) - y) ** 2)
            new, lp = self.pi(s)
            lpi = tf.reduce_mean(tf.stop_gradient(alpha) * lp - tf.minimum(self.q1(s, new), self.q2(s, new)))
            la = -tf.reduce_mean(self.log_alpha * tf.stop_gradient(lp + self.target_entropy))
        out = {}
        for key, loss, var in (("q1", l1, self.q1.trainable_variables), ("q2", l2, self.q2.trainable_variables),
                               ("pi", lpi, self.pi.trainable_variables), ("alpha", la, [self.log_alpha])):
            out[key] = tape.gradient(loss, var)
            self.opt[key].apply_gradients(zip(out[key], var))
        del tape
        return out, {"alpha": float(alpha), "entropy": -lp.numpy().mean()}


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    batch = [rng.normal(size=(16, k)).astype("float32") for k in (3, 2, 1, 3)]
    agent = SAC()
    for _ in range(2):
        grads, info = agent.update(*batch)
    assert [len(g) for g in grads.values()] == [4, 4, 6, 1]
    assert all(float(tf.norm(g)) > 0 for gs in grads.values() for g in gs)
