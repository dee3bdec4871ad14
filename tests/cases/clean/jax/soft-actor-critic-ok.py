# framework: jax
# verdict: clean
# seen: targets, entropy and temperature each stop what they must and no more
"""Soft actor-critic in one file: squashed Gaussian policy, twin critics, learned temperature."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax


class ReplayBuffer:
    def __init__(self, capacity, obs_dim, act_dim):
        self.obs = np.zeros((capacity, obs_dim), np.float32)
        self.act = np.zeros((capacity, act_dim), np.float32)
        self.rew = np.zeros(capacity, np.float32)
        self.nxt = np.zeros_like(self.obs)
        self.capacity, self.n = capacity, 0

    def add(self, obs, act, rew, nxt):
        i = self.n % self.capacity
        self.obs[i], self.act[i], self.rew[i], self.nxt[i] = obs, np.asarray(act), rew, nxt
        self.n += 1

    def sample(self, rng, size):
        idx = rng.integers(0, min(self.n, self.capacity), size)
        return {"obs": self.obs[idx], "act": self.act[idx], "rew": self.rew[idx], "nxt": self.nxt[idx]}


def mlp(params, x):
    *hidden, last = params
    for layer in hidden:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ last["w"] + last["b"]


def init_mlp(key, *sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [{"w": jax.random.normal(k, (a, b)) / np.sqrt(a), "b": jnp.zeros(b)} for k, a, b in zip(keys, sizes, sizes[1:])]


def policy(params, obs, key):
    mean, log_std = jnp.split(mlp(params, obs), 2, axis=-1)
    log_std = jnp.clip(log_std, -5, 2)
    raw = mean + jnp.exp(log_std) * jax.random.normal(key, mean.shape)
    action = jnp.tanh(raw)
    logp = jax.scipy.stats.norm.logpdf(raw, mean, jnp.exp(log_std)) - 2 * (jnp.log(2.0) - raw - jax.nn.softplus(-2 * raw))
    return action, logp.sum(-1)


def q_values(params, obs, act):
    x = jnp.concatenate([obs, act], -1)
    return mlp(params["q1"], x)[:, 0], mlp(params["q2"], x)[:, 0]


def critic_loss(critic, target, actor, log_alpha, batch, key, gamma=0.95):
    act, logp = policy(actor, batch["nxt"], key)
    soft = jnp.minimum(*q_values(target, batch["nxt"], act)) - jnp.exp(log_alpha) * logp
    y = jax.lax.stop_gradient(batch["rew"] + gamma * soft)
    q1, q2 = q_values(critic, batch["obs"], batch["act"])
    return jnp.mean((q1 - y) ** 2 + (q2 - y) ** 2)


def actor_loss(actor, critic, log_alpha, batch, key):
    act, logp = policy(actor, batch["obs"], key)
    q = jnp.minimum(*q_values(critic, batch["obs"], act))
    return jnp.mean(jax.lax.stop_gradient(jnp.exp(log_alpha)) * logp - q), logp


def alpha_loss(log_alpha, logp, target_entropy=-1.0):
    return -jnp.mean(log_alpha * (logp + target_entropy))


OPTS = {name: optax.adam(3e-3) for name in ("actor", "critic", "alpha")}


@jax.jit
def update(params, target, states, batch, key):
    k1, k2 = jax.random.split(key)
    grads = {"critic": jax.grad(critic_loss)(params["critic"], target, params["actor"], params["alpha"], batch, k1)}
    grads["actor"], logp = jax.grad(actor_loss, has_aux=True)(params["actor"], params["critic"], params["alpha"], batch, k2)
    grads["alpha"] = jax.grad(alpha_loss)(params["alpha"], logp)
    new_params, new_states = {}, {}
    for name, opt in OPTS.items():
        updates, new_states[name] = opt.update(grads[name], states[name], params[name])
        new_params[name] = optax.apply_updates(params[name], updates)
    target = optax.incremental_update(new_params["critic"], target, 0.05)
    return new_params, target, new_states, grads


def main(steps=8):
    rng, key = np.random.default_rng(0), jax.random.PRNGKey(0)
    keys = jax.random.split(key, 3)
    params = {
        "actor": init_mlp(keys[0], 3, 8, 2),
        "critic": {"q1": init_mlp(keys[1], 4, 8, 1), "q2": init_mlp(keys[2], 4, 8, 1)},
        "alpha": jnp.array(0.0),
    }
    target = jax.tree.map(jnp.copy, params["critic"])
    states = {name: opt.init(params[name]) for name, opt in OPTS.items()}
    buffer = ReplayBuffer(64, 3, 1)
    obs, act_fn = rng.normal(size=3), jax.jit(partial(policy))
    for _ in range(steps):
        key, ka, ku = jax.random.split(key, 3)
        act, _ = act_fn(params["actor"], obs[None], ka)
        nxt = rng.normal(size=3)
        buffer.add(obs, act[0], -float((act**2).sum()), nxt)
        obs = nxt
        params, target, states, grads = update(params, target, states, buffer.sample(rng, 8), ku)
    return grads


if __name__ == "__main__":
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(main()))
