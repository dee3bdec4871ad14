# framework: jax
# verdict: zero
# seen: stiffness gradient 0.0, by hand 0.15
import jax
import jax.numpy as jnp

positions = jnp.array([0.1, 0.4, 0.7])


def potential(params, q):
    stiffness = params["stiffness"].item()  # HAZARD GL104
    return 0.5 * stiffness * jnp.sum((q - params["rest"]) ** 2)


def objective(params):
    return potential(params, positions) - 0.2 * jnp.sum(positions)


params = {"stiffness": jnp.array(3.0), "rest": jnp.array(0.2)}
grads = jax.grad(objective)(params)
wanted = 0.5 * float(jnp.sum((positions - 0.2) ** 2))
assert float(grads["stiffness"]) == 0.0 and abs(wanted) > 0.1
print("OBSERVED zero", "stiffness gradient 0.0, by hand", round(wanted, 3))
