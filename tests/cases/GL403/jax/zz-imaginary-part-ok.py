# framework: jax
# verdict: clean
# seen: gradient as expected: the network is complex, so its imaginary part depends on the weights
import flax.linen as nn
import jax
import jax.numpy as jnp


class Wave(nn.Module):
    @nn.compact
    def __call__(self, s):
        hidden = nn.Dense(4, dtype=jnp.complex64, param_dtype=jnp.complex64)(2.0 * s - 1.0)
        return jnp.sum(jnp.log(jnp.cosh(hidden)))


def slopes(net, params, s):
    real = jax.grad(lambda p, y: jnp.real(net.apply(p, y)))(params, s)
    imaginary = jax.grad(lambda p, y: jnp.imag(net.apply(p, y)))(params, s)
    return real, imaginary


net = Wave()
s = jnp.array([1.0, 0.0, 1.0])
print(slopes(net, net.init(jax.random.PRNGKey(0), s), s))
