# framework: jax
# verdict: nan
# seen: nan for large margins
import jax
import jax.numpy as jnp


def softplus(margin):
    return jnp.log(1.0 + jnp.exp(margin))  # HAZARD GL703


def ranking_loss(scores, better):
    gaps = scores[:, None] - scores[None, :]
    return jnp.sum(softplus(-gaps) * better)


gradient = jax.grad(ranking_loss)(jnp.array([300.0, -300.0]), jnp.array([[0.0, 1.0], [1.0, 0.0]]))
print("OBSERVED", "nan" if jnp.isnan(gradient).any() else "clean")
