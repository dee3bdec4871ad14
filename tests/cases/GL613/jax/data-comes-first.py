# framework: jax
# verdict: wrong
# seen: the gradient is that of the data, the model is never moved by one
import equinox as eqx
import jax
import jax.numpy as jnp

model = eqx.nn.Linear(3, 1, key=jax.random.PRNGKey(0))


@eqx.filter_value_and_grad
def loss(x, model):
    return jnp.mean(jax.vmap(model)(x) ** 2)


x = jnp.ones((4, 3))
value, grads = loss(x, model)  # HAZARD GL613
assert grads.shape == x.shape
model = eqx.apply_updates(model, jax.tree_util.tree_map(lambda p: None, eqx.filter(model, eqx.is_array)))
