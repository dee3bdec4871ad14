# framework: jax
# verdict: clean
# seen: no error
import jax, jax.numpy as jnp
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(4)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(1)(x)


net = Net()
x = jnp.ones((4, 3))
variables = net.init(jax.random.key(0), x, train=False)


def loss_fn(params, stats):
    out, upd = net.apply({"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"])
    return jnp.mean(out**2)


g = jax.grad(loss_fn)(variables["params"], variables["batch_stats"])
