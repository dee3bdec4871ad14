# framework: jax
# verdict: wrong
# seen: the momentum is thrown away in each step
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.01, momentum=0.9)


def fit(params, steps):
    for _ in range(steps):
        grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params)
        state = tx.init(params)  # HAZARD GL208
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params


left = fit({"w": jnp.array([2.0, -3.0])}, 30)
print("OBSERVED", "wrong" if float(jnp.sum(left["w"] ** 2)) > 1.0 else "clean")
