# framework: jax
# verdict: clean
# seen: the arrays are trained, and the model is made from them anew
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.Linear(3, 1, key=jax.random.key(0))
weights = (model.weight, model.bias)
optimizer = optax.sgd(0.1)


def with_weights(model, weights):
    return eqx.tree_at(lambda each: (each.weight, each.bias), model, weights)


def loss_fn(weights, model, x):
    return jnp.mean((jax.vmap(with_weights(model, weights))(x) - 1.0) ** 2)


@eqx.filter_jit
def step(weights, model, state, x):
    loss, grads = eqx.filter_value_and_grad(loss_fn)(weights, model, x)
    updates, state = optimizer.update(grads, state, weights)
    return eqx.apply_updates(weights, updates), state, loss


state = optimizer.init(weights)
losses = []
for _ in range(3):
    weights, state, loss = step(weights, model, state, jnp.ones((4, 3)))
    losses.append(float(loss))
assert losses[-1] < losses[0]
