# framework: jax
# verdict: clean
# seen: weighted unit vector
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
    unit = v / out
    return (jax.tree_util.tree_map(lambda u: u * cotangent, unit),)


stable_norm.defvjp(stable_norm_fwd, stable_norm_bwd)


@jax.custom_vjp
def frozen(v):
    return v


frozen.defvjp(lambda v: (v, None), lambda _, g: (jnp.zeros_like(g),))


def objective(v):
    return 0.1 * stable_norm(v) + jnp.sum(v * frozen(v))


v = jnp.array([3.0, 4.0])
got = jax.grad(objective)(v)
assert jnp.allclose(got, jnp.array([0.06, 0.08]) + v, atol=1e-4)
print("OBSERVED clean", "weighted unit vector")
