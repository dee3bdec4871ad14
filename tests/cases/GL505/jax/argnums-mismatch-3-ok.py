# framework: jax
# verdict: clean
# seen: gradient as expected
import functools

import jax
import jax.numpy as jnp
import numpy as np


def predict(w, b, x):
    return jnp.dot(x, w) + b


def loss(w, b, x, y):
    return jnp.mean((predict(w, b, x) - y) ** 2)


x = np.random.RandomState(0).randn(8, 3)
y = x @ np.array([1.0, -1.0, 2.0])
w, b = jnp.zeros(3), 0.0
gw, gb = jax.grad(loss, argnums=(0, 1))(w, b, x, y)
val, (gw2, gb2) = jax.value_and_grad(loss, (0, 1))(w, b, x, y)
per = jax.vmap(jax.grad(lambda w, xi, yi: (jnp.dot(xi, w) - yi) ** 2), in_axes=(None, 0, 0))(w, x, y)
norms = jnp.linalg.norm(per, axis=1, keepdims=True)
clipped = (per / jnp.maximum(norms, 1.0)).mean(0)
J = jax.jacrev(functools.partial(predict, b=0.0, x=jnp.asarray(x)))(w)
H = jax.hessian(loss)(w, b, x, y)
y2, vjp = jax.vjp(lambda w: predict(w, b, x), w)
(pull,) = vjp(jnp.ones_like(y2))
_, tangent = jax.jvp(lambda w: loss(w, b, x, y), (w,), (jnp.ones(3),))


@functools.partial(jax.jit, static_argnums=(2,), static_argnames=("power",))
def poly(c, x, n, power=2):
    out = 0.0
    for i in range(n):
        out += c[i] * x ** (i * power)
    return out


gp = jax.grad(poly)(jnp.ones(3), 1.5, 3, power=1)


def grad_check(f, x, eps=1e-3):
    x = np.asarray(x, dtype=np.float64)
    out = np.zeros_like(x)
    for i in range(x.size):
        d = np.zeros_like(x)
        d.flat[i] = eps
        out.flat[i] = (float(f(x + d)) - float(f(x - d))) / (2 * eps)
    return out


fd = grad_check(lambda w: loss(w, b, x, y), np.asarray(w))
lr_sched = lambda t: 0.1 * 0.9 ** t
for t in range(5):
    g = jax.grad(loss)(w, b, x, y)
    w = w - lr_sched(t) * g
    if t % 2 == 0:
        print(f"{t} {loss(w, b, x, y):.3f} {np.linalg.norm(g):.2f}")
ok = np.allclose(fd, gw, atol=1e-2) and H.shape == (3, 3) and J.shape == (8, 3) and np.allclose(gw, gw2) and pull.any() and clipped.any()
print("OBSERVED", "clean" if ok and gp.shape == (3,) and bool(jnp.isfinite(tangent)) else "wrong")
