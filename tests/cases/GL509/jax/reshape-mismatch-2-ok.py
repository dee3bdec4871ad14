# framework: jax
# verdict: clean
# seen: (1, 6)
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def forward(params, x):
    hidden = jax.nn.softplus(x @ params["w1"])
    return jnp.dot(hidden, params["w2"].T)


def loss(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


params = {"w1": jnp.ones((4, 6)) * 0.1, "w2": jnp.ones((1, 6)) * 0.2}
x, y = jnp.ones((10, 4)), jnp.zeros((10, 1))
grads = jax.grad(loss)(params, x, y)
check_grads(lambda p: loss(p, x, y), (params,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("OBSERVED clean", grads["w2"].shape)
