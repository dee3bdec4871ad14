# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import random


def energy(p, x):
    return jnp.squeeze(jax.nn.softplus(x @ p["a"]) @ p["b"], -1)


score = jax.grad(lambda x, p: -energy(p, x))


def dsm(p, x, key, sigma=0.5):
    eps = random.normal(key, x.shape)
    s = jax.vmap(score, (0, None))(x + sigma * eps, p)
    return 0.5 * jnp.mean(jnp.sum((sigma * s + eps) ** 2, -1))


def sliced(p, x, key):
    v = random.rademacher(key, x.shape).astype(x.dtype)

    def one(xi, vi):
        s, ds = jax.jvp(lambda q: score(q, p), (xi,), (vi,))
        return 0.5 * jnp.sum(s ** 2) + vi @ ds

    return jnp.mean(jax.vmap(one)(x, v))


def langevin(p, x, key, steps=5, lr=0.01):
    def body(x, k):
        x = x + lr * jax.vmap(score, (0, None))(x, p) + jnp.sqrt(2 * lr) * random.normal(k, x.shape)
        return x, None
    x, _ = jax.lax.scan(body, x, random.split(key, steps))
    return jax.lax.stop_gradient(x)


def contrastive_divergence(p, x, key):
    neg = langevin(p, x, key)
    return energy(p, x).mean() - energy(p, neg).mean() + 0.01 * (energy(p, x) ** 2).mean()


def flow_matching(p, x1, key):
    k0, kt = random.split(key)
    x0, t = random.normal(k0, x1.shape), random.uniform(kt, (x1.shape[0], 1))
    xt = (1 - t) * x0 + t * x1
    v = jax.nn.tanh(xt @ p["v"] + t)
    return jnp.mean(jnp.sum((v - (x1 - x0)) ** 2, -1))


key = random.PRNGKey(0)
p = {"a": random.normal(key, (2, 6)), "b": random.normal(key, (6, 1)), "v": jnp.eye(2)}
tx = optax.adam(1e-2)
s = tx.init(p)
data = np.random.RandomState(0).randn(16, 2).astype(np.float32)
for i, objective in enumerate((dsm, sliced, contrastive_divergence, flow_matching)):
    value, g = jax.value_and_grad(objective)(p, data, random.fold_in(key, i))
    u, s = tx.update(g, s)
    p = optax.apply_updates(p, u)
    print(objective.__name__, float(value))
print("OBSERVED", "clean" if bool(g["v"].any()) and all(bool(jnp.isfinite(v).all()) for v in jax.tree.leaves(p)) else "nan")
