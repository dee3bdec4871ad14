from dataclasses import dataclass

import jax
import jax.numpy as jnp

import optim
from nets import init_mlp, mlp


@dataclass
class Config:
    lr: float = 1e-2
    steps: int = 20


def loss_fn(params, x, y):
    return jnp.mean((mlp(params, x)[:, 0] - y) ** 2)


def main():
    cfg = Config()
    key = jax.random.PRNGKey(0)
    x = jax.random.normal(key, (64, 3))
    y = jnp.sin(x).sum(axis=1)
    params = init_mlp(key, [3, 16, 1])
    optimizer = optim.make_optimizer(cfg)
    state = optimizer.init(params)
    grad_fn = jax.jit(jax.value_and_grad(loss_fn))
    for _ in range(cfg.steps):
        loss, grads = grad_fn(params, x, y)
        params, state = optim.apply(optimizer, grads, state, params)
    print(f"{optim.count(params)} parameters, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
