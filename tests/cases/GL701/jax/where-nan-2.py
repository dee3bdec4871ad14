# framework: jax
# verdict: nan
# seen: nan where the linear branch is taken
import jax
import jax.numpy as jnp


def softplus(x):
    return jnp.where(x > 30.0, x, jnp.log1p(jnp.exp(x)))  # HAZARD GL701


def negative_elbo(params, x):
    scale = softplus(x @ params["scale"])
    return jnp.mean(scale)


params = {"scale": jnp.array([2.0, 40.0])}
x = jnp.array([[0.5, 0.1], [1.0, 3.0]])
value, grads = jax.jit(jax.value_and_grad(negative_elbo))(params, x)
assert jnp.isfinite(value) and jnp.isnan(grads["scale"]).any()
print("OBSERVED nan", "nan where the linear branch is taken")
