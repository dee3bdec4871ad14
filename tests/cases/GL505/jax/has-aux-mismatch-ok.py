# framework: jax
# verdict: clean
# seen: two terms in one aux tuple
import jax
import jax.numpy as jnp


def elbo(params, x, key):
    mean, log_std = x @ params["enc"], params["log_std"]
    z = mean + jnp.exp(log_std) * jax.random.normal(key, mean.shape)
    recon = jnp.mean((z @ params["dec"] - x) ** 2)
    kl = 0.5 * jnp.mean(mean**2 + jnp.exp(2 * log_std) - 2 * log_std - 1.0)
    terms = (recon, kl)
    return sum(terms), terms


key = jax.random.PRNGKey(0)
params = {"enc": jnp.ones((4, 2)) * 0.1, "dec": jnp.ones((2, 4)) * 0.2, "log_std": jnp.zeros(2)}
x = jax.random.normal(key, (8, 4))
(loss, (recon, kl)), grads = jax.value_and_grad(elbo, has_aux=True)(params, x, key)
z = x @ params["enc"] + jax.random.normal(key, (8, 2))
assert jnp.allclose(grads["dec"], 2.0 * z.T @ (z @ params["dec"] - x) / 32, atol=1e-5)
assert jnp.isclose(loss, recon + kl)
print("OBSERVED clean", "two terms in one aux tuple")
