# framework: jax
# verdict: raises
# seen: TypeError: expected function with aux output to return a two-element tuple, but got type
import jax
import jax.numpy as jnp


def elbo(params, x, key):
    mean, log_std = x @ params["enc"], params["log_std"]
    z = mean + jnp.exp(log_std) * jax.random.normal(key, mean.shape)
    recon = jnp.mean((z @ params["dec"] - x) ** 2)
    kl = 0.5 * jnp.mean(mean**2 + jnp.exp(2 * log_std) - 2 * log_std - 1.0)
    return recon + kl, recon, kl


key = jax.random.PRNGKey(0)
params = {"enc": jnp.ones((4, 2)), "dec": jnp.ones((2, 4)), "log_std": jnp.zeros(2)}
x = jax.random.normal(key, (8, 4))
(loss, parts), grads = jax.value_and_grad(elbo, has_aux=True)(params, x, key)  # HAZARD GL505
print(loss, parts)
