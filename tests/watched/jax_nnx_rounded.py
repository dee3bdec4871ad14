"""flax nnx: a body that is rounded."""

# needs: flax optax
# without gradient: .states[0]['body']['bias'].value .states[0]['body']['kernel'].value
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.body = nnx.Linear(4, 16, rngs=rngs)
        self.head = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        return self.head(jnp.round(self.body(x)))  # GL403 confirmed


def loss_fn(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    optimizer.update(model, grads)
    return loss


def main():
    x = jax.random.normal(jax.random.key(0), (32, 4))
    y = x.sum(1, keepdims=True)
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.sgd(1e-2), wrt=nnx.Param)
    for _ in range(5):
        print(float(train_step(model, optimizer, x, y)).hex())


if __name__ == "__main__":
    main()
