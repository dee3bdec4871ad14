# framework: jax
# verdict: clean
# seen: the second definition takes the name before anybody calls the first
import jax
import jax.numpy as jnp


@jax.custom_vjp
def scale(x):
    return x


def scale_fwd(x):
    return scale(x), None


@jax.custom_vjp
def scale(x):  # noqa: F811
    return 2.0 * x


def scale_fwd(x):  # noqa: F811
    return scale(x), None


def scale_bwd(_, g):
    return (2.0 * g,)


scale.defvjp(scale_fwd, scale_bwd)
print(jax.grad(lambda x: jnp.sum(scale(x)))(jnp.ones(2)))
