# framework: jax
# verdict: clean
# seen: the gradient of the data is wanted, and the model has one of its own
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.Linear(3, 1, key=jax.random.PRNGKey(0))
tx = optax.sgd(0.1)
state = tx.init(eqx.filter(model, eqx.is_array))


def loss(x, model):
    return jnp.mean(jax.vmap(model)(x) ** 2)


x = jnp.ones((4, 3))
attacked = x + 0.1 * jnp.sign(eqx.filter_grad(loss)(x, model))
grads = eqx.filter_grad(lambda model, x: loss(x, model))(model, attacked)
updates, state = tx.update(grads, state)
model = eqx.apply_updates(model, updates)
