# framework: jax
# verdict: clean
# seen: reparameterised ELBO with logsumexp (check_grads)
"""Variational autoencoder with a learned prior and importance-weighted evaluation."""
import jax
import jax.numpy as jnp
import jax.random as jr
from jax import grad, jit, vmap
from jax.scipy.special import logsumexp
from jax.scipy.stats import norm


def init(key, d=6, h=10, z=2):
    ks = jr.split(key, 5)
    dense = lambda k, i, o: jr.normal(k, (i, o)) / jnp.sqrt(i)
    return dict(e1=dense(ks[0], d, h), mu=dense(ks[1], h, z), ls=0.1 * dense(ks[2], h, z), d1=dense(ks[3], z, h), d2=dense(ks[4], h, d),
                prior_mu=0.1 * jnp.ones(z), prior_ls=jnp.zeros(z))


def encode(p, x):
    h = jnp.tanh(x @ p["e1"])
    return h @ p["mu"], jnp.clip(h @ p["ls"], -6.0, 2.0)


def log_lik(p, x, z):
    logits = jnp.tanh(z @ p["d1"]) @ p["d2"]
    return jnp.sum(x * jax.nn.log_sigmoid(logits) + (1 - x) * jax.nn.log_sigmoid(-logits))


def log_weight(p, key, x):
    mu, ls = encode(p, x)
    z = mu + jnp.exp(ls) * jr.normal(key, mu.shape)
    lq = norm.logpdf(z, mu, jnp.exp(ls)).sum()
    lp = norm.logpdf(z, p["prior_mu"], jnp.exp(p["prior_ls"])).sum()
    return log_lik(p, x, z) + lp - lq


def elbo(p, key, batch):
    keys = jr.split(key, batch.shape[0])
    return -vmap(log_weight, (None, 0, 0))(p, keys, batch).mean()


@jit
def iwae(p, key, x, k=8):
    lw = vmap(log_weight, (None, 0, None))(p, jr.split(key, 8), x)
    return logsumexp(lw) - jnp.log(k)


def train(steps=4, lr=1e-2):
    key = jr.PRNGKey(0)
    key, k_init, k_data = jr.split(key, 3)
    p = init(k_init)
    x = jr.bernoulli(k_data, 0.3, (32, 6)).astype(jnp.float32)
    g_fn = jit(grad(elbo))
    for i in range(steps):
        g = g_fn(p, jr.fold_in(key, i), x)
        p = {name: p[name] - lr * g[name] for name in p}
    return p, g, float(iwae(p, key, x[0])), x


if __name__ == "__main__":
    p, g, bound, x = train()
    assert bound < 0 and all(float(jnp.abs(v).max()) > 0 for v in g.values())
    from jax.test_util import check_grads
    check_grads(lambda q: elbo(q, jr.PRNGKey(3), x), (p,), order=1, modes=["rev"], rtol=5e-2, atol=5e-2)
