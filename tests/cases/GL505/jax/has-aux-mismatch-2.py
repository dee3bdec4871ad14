# framework: jax
# verdict: raises
# seen: TypeError: expected function with aux output to return a two-element tuple, but got type
import jax
import jax.numpy as jnp


def hinge(w, features, signs):
    margin = signs * (features @ w)
    violated = jnp.mean(margin < 1.0)
    loss = jnp.mean(jnp.maximum(0.0, 1.0 - margin))
    return loss + 0.01 * jnp.sum(w**2)


def fit(w, features, signs, steps):
    for _ in range(steps):
        grad, violated = jax.grad(hinge, has_aux=True)(w, features, signs)  # HAZARD GL505
        w = w - 0.1 * grad
    return w


features = jnp.array([[1.0, 2.0], [-0.5, 0.3], [0.2, -1.0]])
print(fit(jnp.array([0.1, 0.1]), features, jnp.array([1.0, -1.0, -1.0]), 3))
