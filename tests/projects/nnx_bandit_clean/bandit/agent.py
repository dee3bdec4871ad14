import jax
import jax.numpy as jnp
import optax
from flax import nnx

from .losses import td_loss


@nnx.jit
def train(model, optimizer, x, action, reward):
    def objective(model):
        values = model(x)
        weight = nnx.sigmoid(model.risk[...])
        return td_loss(values, action, reward, 0.9) + weight * values.var(axis=-1).mean()

    loss, grads = nnx.value_and_grad(objective)(model)
    optimizer.update(model, grads)
    return loss


class Agent:
    def __init__(self, net, lr):
        self.net = net
        self.optimizer = nnx.Optimizer(net, optax.adam(lr), wrt=nnx.Param)

    def update(self, x, action, reward):
        return train(self.net, self.optimizer, x, action, reward)
