# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax import value_and_grad, vjp, jvp


def loss(p, x):
    return jnp.sum((p * x) ** 2), {"n": x.size}


def line_search(f, p, x):
    (f0, aux), g = value_and_grad(f, has_aux=True)(p, x)
    t = 1.0
    while f(p - t * g, x)[0] > f0 - 1e-4 * t * jnp.sum(g ** 2):
        t *= 0.5
    return p - t * g, float(f0), aux


def gauss_newton(res, p):
    r, pull = vjp(res, p)
    (g,) = pull(r)
    _, jg = jvp(res, (p,), (g,))
    return p - (g @ g) / (jg @ jg + 1e-9) * g


p, f0, aux = line_search(loss, jnp.array([3.0, 1.0]), jnp.array([1.0, 2.0]))
q = gauss_newton(lambda v: v ** 2 - 2.0, jnp.array([1.0, 2.0]))
grads = jax.grad(lambda p: loss(p, jnp.ones(2))[0])(p)
both = jax.value_and_grad(lambda p: jnp.sum(p))(p)
print("OBSERVED", "clean" if f0 > 0 and aux["n"] == 2 and q.shape == (2,) and both[1].shape == grads.shape else "wrong")
