# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import jax.scipy.stats as stats
from jax import random
from jax.flatten_util import ravel_pytree


def log_joint(z, x, y):
    w, log_s = z["w"], z["log_s"]
    prior = stats.norm.logpdf(w).sum() + stats.norm.logpdf(log_s)
    return prior + stats.norm.logpdf(y, x @ w, jnp.exp(log_s)).sum()


def elbo(q, key, x, y, n=4):
    flat_mu, unravel = ravel_pytree(q["mu"])
    flat_sd = jnp.exp(ravel_pytree(q["lsd"])[0])
    eps = random.normal(key, (n, flat_mu.size))
    z = flat_mu + flat_sd * eps
    lj = jax.vmap(lambda v: log_joint(unravel(v), x, y))(z)
    stl = stats.norm.logpdf(z, jax.lax.stop_gradient(flat_mu), jax.lax.stop_gradient(flat_sd)).sum(-1)
    return jnp.mean(lj - stl)


def hmc(key, z, logp, eps=0.05, L=5):
    flat, unravel = ravel_pytree(z)
    f = lambda v: logp(unravel(v))
    k1, k2 = random.split(key)
    mom = random.normal(k1, flat.shape)

    def leap(_, s):
        q, p = s
        p = p + 0.5 * eps * jax.grad(f)(q)
        q = q + eps * p
        return q, p + 0.5 * eps * jax.grad(f)(q)

    q, p = jax.lax.fori_loop(0, L, leap, (flat, mom))
    accept = jnp.log(random.uniform(k2)) < f(q) - f(flat) - 0.5 * (p @ p - mom @ mom)
    return unravel(jnp.where(accept, q, flat)), accept


def svgd(x, logp, lr=0.1):
    def k(a, b):
        return jnp.exp(-jnp.sum((a - b) ** 2))
    def phi(xi):
        def one(xj):
            return k(xj, xi) * jax.grad(logp)(xj) + jax.grad(k)(xj, xi)
        return jax.vmap(one)(x).mean(0)
    return x + lr * jax.vmap(phi)(x)


key = random.PRNGKey(0)
x = random.normal(key, (12, 2))
y = x @ jnp.array([1.0, -1.0]) + 0.1
z = {"w": jnp.zeros(2), "log_s": jnp.array(0.0)}
q = {"mu": z, "lsd": jax.tree.map(lambda v: v - 1.0, z)}
for i in range(3):
    g = jax.grad(elbo)(q, random.fold_in(key, i), x, y)
    q = jax.tree.map(lambda a, b: a + 1e-3 * b, q, g)
chain, acc = [], 0
for i in range(3):
    z, a = hmc(random.fold_in(key, 10 + i), z, lambda v: log_joint(v, x, y))
    chain.append(z["w"].tolist())
    acc += int(a)
parts = svgd(random.normal(key, (5, 2)), lambda v: -0.5 * jnp.sum(v ** 2))
print("OBSERVED", "clean" if bool(q["mu"]["w"].any()) and len(chain) == 3 and parts.shape == (5, 2) else "zero")
