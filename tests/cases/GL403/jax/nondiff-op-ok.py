# framework: jax
# verdict: clean
# seen: accuracy 0.67 (2, 2)
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def loss_fn(params, x, labels):
    logits = x @ params["w"]
    log_probs = jax.nn.log_softmax(logits)
    nll = -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))
    guess = jnp.argmax(logits, axis=-1)
    accuracy = jnp.mean((guess == labels).astype(jnp.float32))
    return nll, {"accuracy": accuracy, "rounded": jnp.round(nll, 2)}


params = {"w": jnp.array([[0.3, -0.2], [0.1, 0.5]])}
x = jnp.array([[1.0, 2.0], [0.4, -0.7], [-1.0, 0.2]])
labels = jnp.array([1, 0, 0])
(loss, metrics), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, labels)
check_grads(lambda p: loss_fn(p, x, labels)[0], (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", "accuracy", round(float(metrics["accuracy"]), 2), grads["w"].shape)
