# framework: jax
# verdict: clean
# seen: template gradient (4,)
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def soft_offset(template, signal):
    scores = jnp.correlate(signal, template, mode="valid")
    weights = jax.nn.softmax(scores)
    best = scores[jnp.argmax(scores)]
    return jnp.sum(weights * jnp.arange(scores.shape[0])), best


def alignment_loss(template, signal, wanted):
    offset, best = soft_offset(template, signal)
    return (offset - wanted) ** 2 - 0.1 * best


signal = jnp.sin(jnp.linspace(0.0, 6.0, 20))
template = jnp.array([0.1, 0.5, 0.9, 0.5])
slope = jax.grad(lambda t: alignment_loss(t, signal, 9.5))(template)
check_grads(
    lambda t: alignment_loss(t, signal, 9.5), (template,), order=1, modes=["rev"], atol=1e-2, rtol=2e-2
)
assert slope.any()
print("OBSERVED clean", "template gradient", slope.shape)
