# framework: jax
# verdict: clean
# seen: double DQN, argmax and target under stop_gradient, numpy for acting and priorities
import dataclasses
import random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Learner:
    online: Any
    target: Any
    opt_state: Any
    steps: int


def init_mlp(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [(jax.random.normal(k, (m, n)) * np.sqrt(2.0 / m), jnp.zeros(n)) for k, m, n in zip(keys, sizes, sizes[1:])]


def q_values(params, s):
    for w, b in params[:-1]:
        s = jax.nn.relu(s @ w + b)
    w, b = params[-1]
    return s @ w + b


def td_loss(online, target, batch, gamma=0.95):
    s, a, r, s2, done = batch
    q = jnp.take_along_axis(q_values(online, s), a[:, None], axis=1)[:, 0]
    best = jnp.argmax(q_values(online, s2), axis=1)
    boot = q_values(target, s2)[jnp.arange(len(best)), best]
    y = jax.lax.stop_gradient(r + gamma * (1.0 - done) * boot)
    err = optax.huber_loss(q, y)
    return err.mean(), jnp.abs(q - y)


tx = optax.adam(1e-2)


@jax.jit
def learn(state, batch):
    grads, priority = jax.grad(td_loss, has_aux=True)(state.online, state.target, batch)
    updates, opt_state = tx.update(grads, state.opt_state)
    online = optax.apply_updates(state.online, updates)
    target = optax.incremental_update(online, state.target, 0.05)
    return Learner(online, target, opt_state, state.steps + 1), grads, priority


def act(params, s, eps, rng):
    if rng.random() < eps:
        return rng.randrange(2)
    return int(np.argmax(np.asarray(q_values(params, s))))


def run(iters=5):
    rng, nrng = random.Random(0), np.random.default_rng(0)
    p = init_mlp(jax.random.PRNGKey(0), [3, 8, 2])
    state = Learner(p, p, tx.init(p), 0)
    for i in range(iters):
        s = nrng.normal(size=(16, 3)).astype(np.float32)
        a = np.array([act(state.online, row, 0.3, rng) for row in s])
        r = (s[:, 0] * (2 * a - 1)).astype(np.float32)
        batch = (s, a, r, nrng.normal(size=(16, 3)).astype(np.float32), np.zeros(16, np.float32))
        state, grads, priority = learn(state, batch)
        weights = np.asarray(priority) ** 0.6
        print(i, weights.max() / weights.sum())
    return state, grads


if __name__ == "__main__":
    state, grads = run()
    assert int(state.steps) == 5 and all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
