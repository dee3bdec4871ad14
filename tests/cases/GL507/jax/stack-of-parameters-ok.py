# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp

current = []


def transform(f):
    def apply(params, *args):
        current.append(params)
        out = f(*args)
        current.pop()
        return out

    return apply


def linear(x):
    return jnp.sum(x @ current[-1]["w"])


grads = jax.jit(jax.grad(transform(linear)))({"w": jnp.ones(3)}, jnp.ones((2, 3)))
assert float(grads["w"].sum()) == 6.0
