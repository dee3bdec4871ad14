# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment
import jax
import jax.numpy as jnp


def predict(params, x):
    hidden = {"gates": jnp.tanh(x @ params["gates"])}
    hidden["gates"][0] = 1.0  # HAZARD GL207
    return jnp.sum(hidden["gates"] * params["out"])


params = {"gates": jnp.ones((3, 4)), "out": jnp.arange(4.0)}
print(jax.grad(predict)(params, jnp.array([0.1, 0.2, 0.3])))
