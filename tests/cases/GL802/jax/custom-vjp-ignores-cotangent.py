# framework: jax
# verdict: wrong
# seen: off by the weight of the term
import jax
import jax.numpy as jnp


@jax.custom_vjp
def stable_norm(v):
    return jnp.sqrt(jnp.sum(v**2) + 1e-6)


def stable_norm_fwd(v):
    out = stable_norm(v)
    return out, (v, out)


def stable_norm_bwd(residuals, cotangent):
    v, out = residuals
    return (v / out,)  # HAZARD GL802


stable_norm.defvjp(stable_norm_fwd, stable_norm_bwd)


def objective(v):
    return 0.1 * stable_norm(v)


v = jnp.array([3.0, 4.0])
got = jax.grad(objective)(v)
assert jnp.allclose(got, jnp.array([0.6, 0.8]), atol=1e-4)
print("OBSERVED wrong", "off by the weight of the term")
