# framework: tensorflow
# verdict: none
# seen: one non-persistent tape consumed by a helper called twice (RuntimeError); gradient for an integer Variable: None
"""DDPG update, actor and critic from one forward pass."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


def dense_net(n_in, n_out, last=None):
    return keras.Sequential([keras.Input((n_in,)), keras.layers.Dense(12, activation="relu"), keras.layers.Dense(n_out, activation=last)])


class DDPG:
    def __init__(self, obs=3, act=1):
        self.actor, self.critic = dense_net(obs, act, "tanh"), dense_net(obs + act, 1)
        self.actor_t, self.critic_t = dense_net(obs, act, "tanh"), dense_net(obs + act, 1)
        self.opts = {"actor": keras.optimizers.Adam(1e-3), "critic": keras.optimizers.Adam(1e-3)}
        self.exponent = tf.Variable(2)  # HAZARD GL302
        self.soft_update(1.0)

    def soft_update(self, tau):
        for net, tgt in ((self.actor, self.actor_t), (self.critic, self.critic_t)):
            for w, t in zip(net.weights, tgt.weights):
                t.assign(tau * w + (1 - tau) * t)

    def _minimise(self, tape, loss, name):
        params = getattr(self, name).trainable_variables
        grads = tape.gradient(loss, params)  # HAZARD GL502
        self.opts[name].apply_gradients(zip(grads, params))

    def learn(self, s, a, r, s2, gamma=0.9):
        y = r + gamma * self.critic_t(tf.concat([s2, self.actor_t(s2)], 1))
        with tf.GradientTape() as tape:
            q = self.critic(tf.concat([s, a], 1))
            critic_loss = tf.reduce_mean((y - q) ** 2)
            actor_loss = -tf.reduce_mean(self.critic(tf.concat([s, self.actor(s)], 1)))
        self._minimise(tape, critic_loss, "critic")
        self._minimise(tape, actor_loss, "actor")
        self.soft_update(0.005)

    def tune_cost(self, a):
        with tf.GradientTape() as tape:
            cost = tf.reduce_mean(tf.abs(a) ** tf.cast(self.exponent, tf.float32))
        return tape.gradient(cost, self.exponent)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    s, a, r, s2 = (rng.normal(size=(6, k)).astype("float32") for k in (3, 1, 1, 3))
    agent = DDPG()
    try:
        agent.learn(s, a, r, s2)
        raise SystemExit("learned")
    except RuntimeError as e:
        assert "non-persistent" in str(e)
    assert agent.tune_cost(a) is None
