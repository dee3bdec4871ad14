import sys

from config import Config


def batches(cfg, key):
    import jax
    import jax.numpy as jnp
    for k in jax.random.split(key, cfg.rounds):
        x = jax.random.uniform(k, (16,), minval=-1.0, maxval=1.0)
        yield x, jnp.sin(3.0 * x)


def run(cfg):
    import jax
    import jax.numpy as jnp

    from engine import descend, mean_gradient
    from models import MODELS, start

    model = MODELS[cfg.model]

    def loss(params, x, y):
        return jnp.mean((model(params, x) - y) ** 2)

    params = start(cfg.model)
    for step in range(cfg.steps):
        data = list(batches(cfg, jax.random.PRNGKey(step)))
        params = descend(params, mean_gradient(loss, params, data), cfg.rate)
    return params, loss, data


if __name__ == "__main__":
    for name in sys.argv[1:] or ["poly", "rbf"]:
        params, loss, data = run(Config(model=name))
        print(name, round(float(loss(params, *data[0])), 4))
