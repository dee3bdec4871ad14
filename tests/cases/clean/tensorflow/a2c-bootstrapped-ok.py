# framework: tensorflow
# verdict: clean
# seen: A2C with a live critic, stop_gradient advantage, numpy returns
"""n-step A2C where critic values stay on the tape and only the advantage is a constant."""
import numpy as np
import tensorflow as tf

kl = tf.keras.layers


class ActorCritic(tf.keras.Model):
    def __init__(self, n_actions):
        super().__init__()
        self.trunk = kl.Dense(16, activation="relu")
        self.logits = kl.Dense(n_actions)
        self.value = kl.Dense(1)

    def call(self, x):
        h = self.trunk(x)
        return self.logits(h), tf.squeeze(self.value(h), -1)


def returns_from(rewards, last, gamma):
    out = np.zeros_like(rewards)
    for t in reversed(range(len(rewards))):
        last = rewards[t] + gamma * last
        out[t] = last
    return out


def collect(net, rng, n):
    states = rng.normal(size=(n + 1, 5)).astype("float32")
    logits, values = net(states)
    actions = tf.random.categorical(logits[:-1], 1)[:, 0].numpy()
    rewards = (actions == (states[:-1].sum(1) > 0)).astype("float32")
    return states[:-1], actions, returns_from(rewards, values.numpy()[-1], 0.9)


def step(net, opt, rng, n=16, ent=0.01):
    states, actions, ret = collect(net, rng, n)
    with tf.GradientTape() as tape:
        logits, values = net(states)
        adv = tf.stop_gradient(ret - values)
        nll = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        entropy = -tf.reduce_sum(tf.nn.softmax(logits) * tf.nn.log_softmax(logits), -1)
        loss = tf.reduce_mean(nll * adv) + 0.5 * tf.reduce_mean((ret - values) ** 2) - ent * tf.reduce_mean(entropy)
    grads, norm = tf.clip_by_global_norm(tape.gradient(loss, net.trainable_variables), 0.5)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return {"loss": loss.numpy(), "norm": float(norm), "entropy": np.mean(entropy)}, grads


if __name__ == "__main__":
    net, rng = ActorCritic(2), np.random.default_rng(0)
    opt = tf.keras.optimizers.RMSprop(1e-3)
    for _ in range(3):
        logs, grads = step(net, opt, rng)
    assert len(grads) == 6 and all(float(tf.norm(g)) > 0 for g in grads) and logs["norm"] > 0
