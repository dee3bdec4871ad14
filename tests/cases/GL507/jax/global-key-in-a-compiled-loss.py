# framework: jax
# verdict: raises
# seen: UnexpectedTracerError: Encountered an unexpected tracer
import jax
import jax.numpy as jnp

KEY = jax.random.PRNGKey(1)


@jax.jit
def penalty(w):
    global KEY
    KEY = jax.random.fold_in(KEY, 7)  # HAZARD GL507
    mask = jax.random.bernoulli(KEY, 0.5, w.shape)
    return jnp.sum(jnp.where(mask, w, 0.0) ** 2)


w = jnp.arange(4.0)
g = jax.grad(penalty)(w)
print(jax.random.normal(KEY, (2,)), g)
