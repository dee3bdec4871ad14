# framework: jax
# verdict: clean
# seen: a BatchNorm that uses its averages changes nothing
import jax
import jax.numpy as jnp
from flax import linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        return nn.Dense(1)(nn.BatchNorm()(nn.Dense(4)(x), use_running_average=not train))


net, x = Net(), jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x, False)
grads = jax.grad(lambda p: jnp.mean(net.apply({**variables, "params": p}, x, False) ** 2))(
    variables["params"]
)
assert jnp.abs(grads["Dense_0"]["kernel"]).sum() > 0
