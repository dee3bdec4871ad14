# framework: jax
# verdict: raises
# seen: TypeError: Custom VJP bwd rule must produce an output with the same container (pytree) structure
import jax
import jax.numpy as jnp


@jax.custom_vjp
def straight_through(w):
    return jnp.round(w * 8.0) / 8.0


straight_through.defvjp(
    lambda w: (jnp.round(w * 8.0) / 8.0, None),
    lambda _, g: g,  # HAZARD GL801
)


def loss(params, x, y):
    return jnp.mean((x @ straight_through(params["w"]) - y) ** 2)


params = {"w": jnp.array([0.33, -0.71])}
print(jax.grad(loss)(params, jnp.eye(2), jnp.array([0.5, 0.5])))
