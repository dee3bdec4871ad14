# framework: jax
# verdict: clean
# seen: a running mean and a counter belong into the state
import haiku as hk
import jax
import jax.numpy as jnp


class Norm(hk.Module):
    def __call__(self, x):
        mean = hk.get_state("mean", (x.shape[-1],), init=jnp.zeros)
        steps = hk.get_state("steps", [], init=jnp.zeros)
        hk.set_state("mean", 0.9 * mean + 0.1 * jax.lax.stop_gradient(x.mean(0)))
        hk.set_state("steps", steps + 1)
        return (x - mean) * hk.get_parameter("gain", (x.shape[-1],), init=jnp.ones)


net = hk.transform_with_state(lambda x: Norm()(x))
params, state = net.init(jax.random.PRNGKey(0), jnp.ones((1, 3)))


def loss(params, state, x):
    y, state = net.apply(params, state, None, x)
    return jnp.mean(y**2), state


grads, state = jax.grad(loss, has_aux=True)(params, state, jnp.ones((4, 3)))
assert jnp.any(grads["norm"]["gain"] != 0)
