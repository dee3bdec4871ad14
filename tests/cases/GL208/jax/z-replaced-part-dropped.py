# framework: jax
# verdict: wrong
# seen: the weights stay what they were
import equinox as eqx
import jax
import jax.numpy as jnp

layer = eqx.nn.Linear(3, 1, key=jax.random.key(0))
wanted = jnp.ones_like(layer.weight)
eqx.tree_at(lambda each: each.weight, layer, wanted)  # HAZARD GL208
grads = eqx.filter_grad(lambda each: jnp.sum(each(jnp.ones(3)) ** 2))(layer)
assert not jnp.array_equal(layer.weight, wanted)
