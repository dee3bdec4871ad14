# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


@jax.custom_jvp
def safe_norm(x):
    return jnp.sqrt(jnp.sum(x ** 2))


@safe_norm.defjvp
def safe_norm_jvp(primals, tangents):
    (x,), (dx,) = primals, tangents
    n = safe_norm(x)
    slope = jnp.where(n > 0, jnp.sum(x * dx) / jnp.maximum(n, 1e-12), 0.0)
    return n, slope


@jax.custom_vjp
def clip_by(x, lo, hi):
    return jnp.clip(x, lo, hi)


clip_by.defvjp(lambda x, lo, hi: (jnp.clip(x, lo, hi), (x, lo, hi)), lambda res, g: (g * (res[0] > res[1]) * (res[0] < res[2]), None, None))


class Layer:
    @staticmethod
    def quantise(w):
        @jax.custom_vjp
        def f(w):
            return jnp.round(w)

        f.defvjp(lambda w: (jnp.round(w), None), lambda _, g: (g,))
        return f(w)


a = jax.grad(safe_norm)(jnp.zeros(2))
b = jax.grad(lambda x: clip_by(x, -1.0, 1.0).sum())(jnp.array([0.5, 3.0]))
c = jax.grad(lambda w: Layer.quantise(w).sum())(jnp.array([0.2, 1.7]))
print("OBSERVED", "clean" if jnp.isfinite(a).all() and b[0] == 1 and b[1] == 0 and c.all() else "wrong")
