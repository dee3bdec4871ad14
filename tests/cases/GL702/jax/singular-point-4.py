# framework: jax
# verdict: nan
# seen: nan
import jax
import jax.numpy as jnp


def silhouette(z):
    gram = z[None] - z[:, None]
    d = (gram ** 2).sum(-1) ** 0.5  # HAZARD GL702
    return d.mean()


g = jax.grad(silhouette)(jnp.arange(6.0).reshape(3, 2))
print("OBSERVED", "nan" if jnp.isnan(g).any() else "clean")
