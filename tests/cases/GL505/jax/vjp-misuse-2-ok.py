# framework: jax
# verdict: clean
# seen: forward and reverse agree
import jax
import jax.numpy as jnp


def logits(w, x):
    return jnp.tanh(x @ w)


def directional(w, direction, x):
    value, change = jax.jvp(lambda v: logits(v, x), (w,), (direction,))
    return value, change


def hessian_vector(f, w, v):
    return jax.jvp(jax.grad(f), (w,), (v,))[1]


w = jnp.array([[0.2, -0.1], [0.4, 0.3]])
x, v = jnp.array([[1.0, 2.0]]), jnp.ones((2, 2))
value, change = directional(w, v, x)
out, pull = jax.vjp(lambda u: logits(u, x), w)
(back,) = pull(jnp.ones_like(out))
assert jnp.allclose(change, (1.0 - value**2) * (x @ v), atol=1e-6)
assert jnp.isclose(jnp.sum(back * v), jnp.sum(change), atol=1e-5)
assert jnp.allclose(hessian_vector(lambda u: jnp.sum(u**3), w, v), 6.0 * w * v, atol=1e-5)
print("OBSERVED clean", "forward and reverse agree")
