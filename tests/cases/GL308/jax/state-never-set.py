# framework: jax
# verdict: none
# seen: the gain is state: no gradient reaches it, and nobody sets it
import haiku as hk
import jax
import jax.numpy as jnp


class Scale(hk.Module):
    def __call__(self, x):
        width = x.shape[-1]
        gain = hk.get_state("gain", (width,), init=jnp.ones)  # HAZARD GL308
        bias = hk.get_parameter("bias", (width,), init=jnp.zeros)
        return x * gain + bias


net = hk.without_apply_rng(hk.transform_with_state(lambda x: hk.Linear(1)(Scale()(x))))
params, state = net.init(jax.random.PRNGKey(0), jnp.ones((1, 3)))


def loss(params, state, x):
    y, state = net.apply(params, state, x)
    return jnp.mean(y**2), state


for _ in range(3):
    grads, state = jax.grad(loss, has_aux=True)(params, state, jnp.ones((4, 3)))
    params = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)
assert jnp.all(state["scale"]["gain"] == 1.0)
print("OBSERVED none")
