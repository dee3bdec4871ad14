# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output was (Array(113.32818, dtype=float32), {'kl': Array(12.542769, dtype=float32), 're
import jax
import jax.numpy as jnp


def vae_loss(params, x, key):
    mu, logvar = jnp.split(x @ params["enc"], 2, axis=-1)
    z = mu + jnp.exp(0.5 * logvar) * jax.random.normal(key, mu.shape)
    recon = jnp.mean((z @ params["dec"] - x) ** 2)
    kl = -0.5 * jnp.mean(1 + logvar - mu ** 2 - jnp.exp(logvar))
    metrics = {"recon": recon, "kl": kl}
    return recon + kl, metrics


params = {"enc": jnp.ones((3, 4)), "dec": jnp.ones((2, 3))}
grad_fn = jax.value_and_grad(vae_loss)
(loss, metrics), grads = grad_fn(params, jnp.ones((5, 3)), jax.random.PRNGKey(0))  # HAZARD GL505
