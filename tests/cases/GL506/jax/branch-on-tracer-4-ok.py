# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax import lax


def newton(f, x0, steps, verbose=False):
    df = jax.grad(f)

    def body(x, _):
        slope = df(x)
        step = lax.cond(jnp.abs(slope) < 1e-6, lambda: 0.0, lambda: f(x) / slope)
        if verbose:
            jax.debug.print("x {x}", x=x)
        x = x - step
        return x, x

    return lax.scan(body, x0, None, length=steps)


def bisect(f, a, b):
    while b - a > 1e-4:
        mid = 0.5 * (a + b)
        if f(mid) > 0:
            b = mid
        else:
            a = mid
    return a


def clipped(w, kind=None):
    if kind is None:
        return jnp.sum(w)
    return jnp.sum(jnp.clip(w, -1, 1))


root, path = newton(lambda x: x ** 2 - 2.0, 1.0, 5)
g = jax.jit(jax.grad(clipped), static_argnames="kind")(jnp.array([0.5, 3.0]), kind="clip")
print("OBSERVED", "clean" if abs(root ** 2 - 2) < 1e-3 and abs(bisect(lambda v: v ** 2 - 2.0, 0.0, 2.0) - root) < 1e-3 and g.any() and len(path) == 5 else "wrong")
