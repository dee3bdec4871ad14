# framework: jax
# verdict: clean
# seen: loss 1.099
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, images, labels):
    logits = images @ params["w"] + params["b"]
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
    return loss, logits


def value_of(params, images, labels):
    return loss_fn(params, images, labels)[0]


grad_fn = jax.jit(jax.value_and_grad(loss_fn, has_aux=True))
params = {"w": jnp.zeros((4, 3)), "b": jnp.zeros(3)}
images, labels = jnp.arange(8.0).reshape(2, 4), jnp.array([0, 2])
(loss, logits), grads = grad_fn(params, images, labels)
same = jax.grad(value_of)(params, images, labels)
rows, _ = jax.jacrev(loss_fn)(params, images, labels)
expected = images.T @ (jax.nn.softmax(logits) - jax.nn.one_hot(labels, 3)) / 2
assert jnp.allclose(grads["w"], expected, atol=1e-5)
assert jnp.allclose(same["w"], expected, atol=1e-5) and jnp.allclose(rows["w"], expected, atol=1e-5)
print("OBSERVED clean", "loss", round(float(loss), 3))
