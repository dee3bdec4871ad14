# framework: jax
# verdict: clean
# seen: the other way is right for every angle
import jax
import jax.numpy as jnp


def rotate(angle, x):
    if isinstance(angle, (int, float)) and angle == 0:
        return x
    c, s = jnp.cos(angle), jnp.sin(angle)
    return jnp.array([c * x[0] - s * x[1], s * x[0] + c * x[1]])


x = jnp.array([1.0, 2.0])
print(rotate(0.0, x), jax.jacobian(rotate)(0.0, x))
