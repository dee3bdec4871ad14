# framework: jax
# verdict: clean
# seen: -1.28 1.49
import jax
import jax.numpy as jnp
import numpy as np


def unrolled(x0, rate, n_steps):
    x = x0
    for _ in range(int(n_steps)):
        x = x - 0.1 * rate * x
    return x


def loss(rate, x0, n_steps, target):
    return (unrolled(x0, rate, n_steps) - target.item()) ** 2


n_steps = np.int64(4)
target = jnp.array(0.5)
grad_rate, grad_start = jax.grad(loss, argnums=(0, 1))(0.7, 2.0, n_steps, target)
keep = 1.0 - 0.07
gap = 2.0 * keep**4 - 0.5
assert abs(grad_rate.item() - 2.0 * gap * 2.0 * 4 * keep**3 * -0.1) < 1e-4
assert abs(grad_start.item() - 2.0 * gap * keep**4) < 1e-4
print("OBSERVED clean", round(grad_rate.item(), 2), round(grad_start.item(), 2))
