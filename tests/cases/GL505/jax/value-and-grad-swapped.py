# framework: jax
# verdict: wrong
# seen: both weights move by the loss
import jax
import jax.numpy as jnp


def poisson_nll(w, counts, exposure):
    rate = exposure * jnp.exp(w.sum())
    return jnp.mean(rate - counts * jnp.log(rate))


@jax.jit
def sgd_step(w, counts, exposure):
    grad, nll = jax.value_and_grad(poisson_nll)(w, counts, exposure)  # HAZARD GL505
    return w - 0.1 * grad, nll


w = jnp.array([0.3, 0.1])
counts, exposure = jnp.array([2.0, 5.0, 1.0]), jnp.array([1.0, 2.0, 0.5])
after, _ = sgd_step(w, counts, exposure)
true = jax.grad(poisson_nll)(w, counts, exposure)
used = (w - after) / 0.1
assert jnp.allclose(used, poisson_nll(w, counts, exposure), atol=1e-4) and not jnp.allclose(used, true)
print("OBSERVED wrong", "both weights move by the loss")
