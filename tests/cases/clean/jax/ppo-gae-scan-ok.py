# framework: jax
# verdict: clean
# seen: PPO: sampled actions, GAE and old values are constants of the loss, KL under stop_gradient
"""PPO in pure JAX: environment and GAE in scans, epochs over shuffled minibatches."""
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax


class Transition(NamedTuple):
    obs: jax.Array
    action: jax.Array
    logp: jax.Array
    value: jax.Array
    reward: jax.Array


def init(key):
    a, b, c = jax.random.split(key, 3)
    return {"trunk": jax.random.normal(a, (3, 12)) * 0.5, "pi": jax.random.normal(b, (12, 2)) * 0.1, "v": jax.random.normal(c, (12, 1)) * 0.5}


def apply(p, obs):
    h = jnp.tanh(obs @ p["trunk"])
    return h @ p["pi"], (h @ p["v"]).squeeze(-1)


def rollout(p, key, n=32):
    def step(carry, _):
        obs, key = carry
        key, k1, k2 = jax.random.split(key, 3)
        logits, value = apply(p, obs)
        action = jax.random.categorical(k1, logits)
        reward = jnp.where(action == (obs[0] > 0), 1.0, 0.0)
        nxt = jax.random.normal(k2, (3,))
        return (nxt, key), Transition(obs, action, jax.nn.log_softmax(logits)[action], value, reward)

    (last, _), traj = jax.lax.scan(step, (jnp.zeros(3), key), None, n)
    return traj, apply(p, last)[1]


def gae(traj, last, gamma=0.9, lam=0.95):
    def back(carry, t):
        adv, nxt = carry
        delta = t.reward + gamma * nxt - t.value
        adv = delta + gamma * lam * adv
        return (adv, t.value), adv

    _, adv = jax.lax.scan(back, (0.0, last), traj, reverse=True)
    return adv, adv + traj.value


def loss_fn(p, traj, adv, ret, clip=0.2):
    logits, value = apply(p, traj.obs)
    logp = jnp.take_along_axis(jax.nn.log_softmax(logits), traj.action[:, None], 1)[:, 0]
    ratio = jnp.exp(logp - traj.logp)
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    pi = -jnp.minimum(ratio * adv, jnp.clip(ratio, 1 - clip, 1 + clip) * adv).mean()
    vf = jnp.maximum((value - ret) ** 2, (traj.value + jnp.clip(value - traj.value, -clip, clip) - ret) ** 2).mean()
    kl = jax.lax.stop_gradient(jnp.mean(traj.logp - logp))
    return pi + 0.5 * vf, kl


tx = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(3e-3))


@jax.jit
def iterate(p, st, key):
    k1, k2 = jax.random.split(key)
    traj, last = rollout(p, k1)
    adv, ret = gae(traj, last)
    perm = jax.random.permutation(k2, 32).reshape(4, 8)

    def minibatch(carry, idx):
        p, st = carry
        g, kl = jax.grad(loss_fn, has_aux=True)(p, jax.tree.map(lambda x: x[idx], traj), adv[idx], ret[idx])
        up, st = tx.update(g, st)
        return (optax.apply_updates(p, up), st), (kl, g)

    (p, st), (kl, g) = jax.lax.scan(minibatch, (p, st), perm)
    return p, st, kl.max(), g


def train(n=3):
    p = init(jax.random.PRNGKey(1))
    st = tx.init(p)
    for i in range(n):
        p, st, kl, g = iterate(p, st, jax.random.PRNGKey(i))
        if kl > 0.5:
            break
    return g


if __name__ == "__main__":
    assert all(float(jnp.abs(v).max()) > 0 for v in train().values())
