# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.01, momentum=0.9)


def fit(params, steps):
    state = tx.init(params)
    for _ in range(steps):
        grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params)
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    return params


results = []
for seed in range(3):
    start = {"w": jax.random.normal(jax.random.PRNGKey(seed), (2,))}
    results.append(fit(start, 60))
print("OBSERVED", "clean" if all(float(jnp.sum(each["w"] ** 2)) < 1.0 for each in results) else "wrong")
