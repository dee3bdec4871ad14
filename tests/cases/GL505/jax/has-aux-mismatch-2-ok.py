# framework: jax
# verdict: clean
# seen: violated share 1.0
import jax
import jax.numpy as jnp


def hinge(w, features, signs):
    margin = signs * (features @ w)
    loss = jnp.mean(jnp.maximum(0.0, 1.0 - margin)) + 0.01 * jnp.sum(w**2)
    report = {"violated": jnp.mean(margin < 1.0), "margin": margin}
    return loss, report


features = jnp.array([[1.0, 2.0], [-0.5, 0.3], [0.2, -1.0]])
signs = jnp.array([1.0, -1.0, -1.0])
w = jnp.array([0.1, 0.1])
grad, report = jax.grad(hinge, has_aux=True)(w, features, signs)
loss_and_report, same = jax.value_and_grad(hinge, has_aux=True)(w, features, signs)
expected = -jnp.mean(signs[:, None] * features, axis=0) + 0.02 * w
assert jnp.allclose(grad, expected, atol=1e-6) and jnp.allclose(same, expected, atol=1e-6)
assert jnp.isclose(loss_and_report[0], jnp.mean(1.0 - report["margin"]) + 0.01 * jnp.sum(w**2))
print("OBSERVED clean", "violated share", float(report["violated"]))
