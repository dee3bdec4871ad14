# framework: jax
# verdict: clean
# seen: penalty on the slope
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def critic(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def gradient_penalty(params, x):
    slope = jax.vmap(jax.grad(critic, argnums=1), in_axes=(None, 0))(params, x)
    return jnp.mean((jnp.sum(slope**2, axis=-1) - 1.0) ** 2)


key = jax.random.PRNGKey(0)
params = {"w": jax.random.normal(key, (2, 4)), "v": jnp.ones(4)}
x = jax.random.normal(key, (5, 2))
grad_penalty, grads = jax.value_and_grad(gradient_penalty)(params, x)
value, slope = jax.value_and_grad(critic, argnums=1)(params, x[0])
check_grads(lambda p: gradient_penalty(p, x), (params,), order=1, modes=["rev"], atol=5e-2, rtol=5e-2)
assert jnp.allclose(slope, params["w"] @ (1.0 - jnp.tanh(x[0] @ params["w"]) ** 2), atol=1e-4)
stepped = jax.tree_util.tree_map(lambda p, g: p - 1e-3 * g, params, grads)
assert gradient_penalty(stepped, x) < grad_penalty
print("OBSERVED clean", "penalty on the slope")
