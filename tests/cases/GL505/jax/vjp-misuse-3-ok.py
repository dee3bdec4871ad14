# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def natural_step(params, f, damping):
    out, pullback = jax.vjp(f, params)
    grads, = pullback(2.0 * out)
    return params - damping * grads


def hvp(f, x, v):
    return jax.jvp(jax.grad(f), (x,), (v,))[1]


def both(f, x, y):
    out, pull = jax.vjp(f, x, y)
    gx, gy = pull(jnp.ones_like(out))
    first = pull(jnp.ones_like(out))[0]
    return gx + first, gy


x = jnp.array([1.0, 2.0])
s = natural_step(x, jnp.sin, 0.1)
h = hvp(lambda v: jnp.sum(v ** 3), x, jnp.ones(2))
gx, gy = both(lambda a, b: a * b, x, 3.0 * x)
print("OBSERVED", "clean" if jnp.allclose(h, 6 * x) and jnp.allclose(gx, 6 * x) and s.shape == (2,) and jnp.allclose(gy, x) else "wrong")
