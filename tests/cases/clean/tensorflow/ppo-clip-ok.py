# framework: tensorflow
# verdict: clean
# seen: PPO: numpy advantages and old log-probs are constants by intent, float(kl) only stops early
"""Proximal policy optimisation: rollouts in NumPy, updates with a tape."""
import numpy as np
import scipy.signal
import tensorflow as tf
from tensorflow import keras


def mlp(n_in, n_out):
    inp = keras.Input((n_in,))
    return keras.Model(inp, keras.layers.Dense(n_out)(keras.layers.Dense(16, activation="tanh")(inp)))


def discount(x, rate):
    return scipy.signal.lfilter([1], [1, float(-rate)], x[::-1], axis=0)[::-1]


class PPO:
    def __init__(self, dim=3, n_act=2):
        self.pi, self.vf = mlp(dim, n_act), mlp(dim, 1)
        self.p_opt, self.v_opt = keras.optimizers.Adam(3e-4), keras.optimizers.Adam(1e-3)
        self.n_act = n_act

    def logp(self, logits, act):
        return tf.reduce_sum(tf.nn.log_softmax(logits) * tf.one_hot(act, self.n_act), axis=1)

    def rollout(self, n=40, seed=0):
        rng = np.random.default_rng(seed)
        obs = rng.normal(size=(n, 3)).astype("float32")
        logits = self.pi(obs)
        act = tf.squeeze(tf.random.categorical(logits, 1, seed=seed), axis=1)
        old = self.logp(logits, act).numpy()
        rew = (np.sign(obs[:, 0]) == 2 * act.numpy() - 1).astype("float32")
        val = np.append(self.vf(obs).numpy().ravel(), 0.0)
        delta = rew + 0.99 * val[1:] - val[:-1]
        adv = discount(delta, 0.99 * 0.95)
        adv = (adv - adv.mean()) / (adv.std() + 1e-8)
        return obs, act, old, adv.astype("float32"), discount(rew, 0.99).astype("float32")

    def update(self, obs, act, old, adv, ret, clip=0.2, iters=4, target_kl=0.02):
        for _ in range(iters):
            with tf.GradientTape() as tape:
                new = self.logp(self.pi(obs), act)
                ratio = tf.exp(new - old)
                bound = tf.where(adv > 0, (1 + clip) * adv, (1 - clip) * adv)
                loss = -tf.reduce_mean(tf.minimum(ratio * adv, bound))
            pg = tape.gradient(loss, self.pi.trainable_variables)
            self.p_opt.apply_gradients(zip(pg, self.pi.trainable_variables))
            kl = float(tf.reduce_mean(old - self.logp(self.pi(obs), act)))
            if kl > 1.5 * target_kl:
                break
        with tf.GradientTape() as tape:
            v_loss = tf.reduce_mean((ret - tf.squeeze(self.vf(obs), -1)) ** 2)
        vg = tape.gradient(v_loss, self.vf.trainable_variables)
        self.v_opt.apply_gradients(zip(vg, self.vf.trainable_variables))
        return pg, vg


if __name__ == "__main__":
    agent = PPO()
    for epoch in range(2):
        pg, vg = agent.update(*agent.rollout(seed=epoch))
    assert all(float(tf.norm(g)) > 0 for g in pg + vg)
