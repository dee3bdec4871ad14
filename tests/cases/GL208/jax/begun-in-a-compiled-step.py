# framework: jax
# verdict: wrong
# seen: the momentum is thrown away in each step
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.01, momentum=0.9)


@jax.jit
def train_step(params, batch):
    state = tx.init(params)  # HAZARD GL208
    grads = jax.grad(lambda p: jnp.sum((batch * p["w"]) ** 2))(params)
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates)


def fit(params, batches):
    for batch in batches:
        params = train_step(params, batch)
    return params


left = fit({"w": jnp.array([2.0, -3.0])}, [jnp.ones(2)] * 30)
print("OBSERVED", "wrong" if float(jnp.sum(left["w"] ** 2)) > 1.0 else "clean")
