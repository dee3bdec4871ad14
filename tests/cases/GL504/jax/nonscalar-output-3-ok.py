# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def softmax_xent(params, x, y):
    return -jnp.sum(jax.nn.log_softmax(x @ params) * y, axis=-1)


def one(params, x, y):
    return softmax_xent(params, x[None], y[None])[0]


params, x = jnp.ones((3, 2)), jax.random.normal(jax.random.PRNGKey(0), (4, 3))
y = jax.nn.one_hot(jnp.array([0, 1, 0, 1]), 2)
per_example = jax.vmap(jax.grad(one), in_axes=(None, 0, 0))(params, x, y)
jac = jax.jacrev(softmax_xent)(params, x, y)
mean = jax.grad(lambda p: softmax_xent(p, x, y).mean())(params)
out, pull = jax.vjp(lambda p: softmax_xent(p, x, y), params)
(total,) = pull(jnp.ones_like(out))
hess = jax.hessian(lambda p: softmax_xent(p, x, y).sum())(params)
same = jnp.allclose(per_example.mean(0), mean, atol=1e-6) and jnp.allclose(jac.sum(0), total, atol=1e-5)
print("OBSERVED", "clean" if same and hess.shape == (3, 2, 3, 2) else "wrong")
