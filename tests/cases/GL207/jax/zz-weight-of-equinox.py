# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable
import equinox as eqx
import jax
import jax.numpy as jnp

layer = eqx.nn.Linear(3, 2, key=jax.random.key(0))
layer.weight[...] = jnp.zeros((2, 3))  # HAZARD GL207
print(eqx.filter_grad(lambda m: m(jnp.ones(3)).sum())(layer))
