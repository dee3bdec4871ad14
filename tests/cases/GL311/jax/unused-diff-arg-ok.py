# framework: jax
# verdict: clean
# seen: teacher stays in the closure
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def apply(params, x):
    return jnp.tanh(x @ params["hidden"]) @ params["out"]


state = {"params": {"hidden": jnp.ones((2, 3)) * 0.2, "out": jnp.ones((3, 1)) * 0.5}}
teacher = {"hidden": jnp.ones((2, 3)) * 0.4, "out": jnp.ones((3, 1)) * 0.3}


def loss_fn(params, x, _rng):
    wanted = apply(teacher, x)
    return jnp.mean((apply(params, x) - wanted) ** 2)


x, key = jnp.array([[1.0, 2.0], [0.5, -1.0]]), jax.random.PRNGKey(0)
grads = jax.jit(jax.grad(loss_fn))(state["params"], x, key)
check_grads(lambda p: loss_fn(p, x, key), (state["params"],), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert all(g.any() for g in jax.tree_util.tree_leaves(grads))
print("OBSERVED clean", "teacher stays in the closure")
