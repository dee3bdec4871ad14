# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions. Output was
import jax
import jax.numpy as jnp


def loss_and_logits(w, x, y):
    logits = x @ w
    return jnp.mean((logits - y) ** 2), logits


x, y = jnp.ones((4, 3)), jnp.arange(4.0)
w = jnp.zeros(3)
step = jax.value_and_grad(loss_and_logits)
for _ in range(3):
    out, grads = step(w, x, y)  # HAZARD GL505
    loss, logits = out
    w = w - 0.1 * grads
    print(float(loss), logits.shape)
