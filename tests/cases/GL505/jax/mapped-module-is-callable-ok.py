# framework: jax
# verdict: clean
# seen: gradient as expected
import equinox as eqx
import jax
import jax.numpy as jnp

layer = eqx.nn.Conv1d(1, 1, 2, key=jax.random.key(0))
layer = jax.tree_util.tree_map(lambda leaf: jnp.ones_like(leaf), layer)
slope = jax.jacobian(layer)(jnp.ones((1, 5)))
assert slope.shape == (1, 4, 1, 5)
