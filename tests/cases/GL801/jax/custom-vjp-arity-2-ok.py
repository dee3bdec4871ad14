# framework: jax
# verdict: clean
# seen: rounded forward, straight backward
import jax
import jax.numpy as jnp


@jax.custom_vjp
def straight_through(w):
    return jnp.round(w * 8.0) / 8.0


straight_through.defvjp(lambda w: (jnp.round(w * 8.0) / 8.0, None), lambda _, g: (g,))


@jax.custom_vjp
def clip_backward(x):
    return x


def clip_bwd(_, g):
    bounded = jnp.clip(g, -1.0, 1.0)
    return [bounded]


clip_backward.defvjp(lambda x: (x, ()), clip_bwd)


def loss(params, x, y):
    return jnp.sum((x @ clip_backward(straight_through(params["w"])) - y) ** 2)


params = {"w": jnp.array([0.33, -0.71])}
grad = jax.grad(loss)(params, jnp.eye(2), jnp.array([0.5, 0.5]))["w"]
coarse = jnp.round(params["w"] * 8.0) / 8.0
assert jnp.allclose(grad, jnp.clip(2.0 * (coarse - 0.5), -1.0, 1.0), atol=1e-6)
print("OBSERVED clean", "rounded forward, straight backward")
