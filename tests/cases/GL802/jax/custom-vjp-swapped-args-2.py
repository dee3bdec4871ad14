# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp


@jax.custom_vjp
def cube(x):
    return x ** 3


def cube_fwd(x):
    return cube(x), x


def cube_bwd(ct, saved):  # HAZARD GL802
    return (ct * 3 * saved ** 2,)


cube.defvjp(cube_fwd, cube_bwd)
got = jax.grad(lambda x: 5.0 * cube(x))(2.0)
print("OBSERVED", "clean" if jnp.isclose(got, 60.0) else "wrong")
