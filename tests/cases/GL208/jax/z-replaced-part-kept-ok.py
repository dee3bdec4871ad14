# framework: jax
# verdict: clean
# seen: the new model has the new weights
import equinox as eqx
import jax
import jax.numpy as jnp

layer = eqx.nn.Linear(3, 1, key=jax.random.key(0))
wanted = jnp.ones_like(layer.weight)
layer = eqx.tree_at(lambda each: each.weight, layer, wanted)
grads = eqx.filter_grad(lambda each: jnp.sum(each(jnp.ones(3)) ** 2))(layer)
assert jnp.array_equal(layer.weight, wanted)
