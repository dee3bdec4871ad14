# framework: jax
# verdict: raises
# seen: UnexpectedTracerError: Encountered an unexpected tracer
import jax
import jax.numpy as jnp


class Sampler:
    def __init__(self, seed):
        self.key = jax.random.PRNGKey(seed)

    def draw(self, shape):
        self.key, sub = jax.random.split(self.key)  # HAZARD GL507
        return jax.random.normal(sub, shape)


sampler = Sampler(0)


@jax.jit
def loss_fn(w, x):
    noisy = x + 0.1 * sampler.draw(x.shape)
    return jnp.mean((noisy @ w) ** 2)


w, x = jnp.ones(3), jnp.ones((4, 3))
for _ in range(2):
    loss, grad = jax.value_and_grad(loss_fn)(w, x)
    w = w - 0.1 * grad
    x = x + sampler.draw(x.shape)
