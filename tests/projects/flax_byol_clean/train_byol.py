import jax
import jax.numpy as jnp
import optax

from config import ByolConfig
from nets import Byol
from objectives import regression_loss, uniformity
from state import ByolState


def make_step(model, tx, cfg):
    def loss_fn(params, target, v1, v2):
        p1 = model.apply({"params": params}, v1)
        t2 = model.apply({"params": target}, v2, method=Byol.project)
        return regression_loss(p1, t2) + 0.1 * uniformity(p1)

    @jax.jit
    def step(state, v1, v2):
        loss, grads = jax.value_and_grad(loss_fn)(state.params, state.target, v1, v2)
        updates, opt_state = tx.update(grads, state.opt_state, state.params)
        params = optax.apply_updates(state.params, updates)
        state = state.replace(params=params, opt_state=opt_state)
        return state.ema(cfg.tau), loss

    return step


def main():
    cfg = ByolConfig()
    key = jax.random.PRNGKey(0)
    model = Byol(cfg.width, cfg.proj)
    x = jax.random.normal(key, (8, 6))
    params = model.init(key, x)["params"]
    tx = optax.adam(cfg.lr)
    state = ByolState(params=params, target=params, opt_state=tx.init(params))
    step = make_step(model, tx, cfg)
    start = params
    for i in range(cfg.steps):
        k1, k2, key = jax.random.split(key, 3)
        state, loss = step(state, x + 0.1 * jax.random.normal(k1, x.shape), x + 0.1 * jax.random.normal(k2, x.shape))
        print(i, float(loss))
    moved = jax.tree_util.tree_map(lambda a, b: float(jnp.abs(a - b).max()), start, state.params)
    print(moved)


if __name__ == "__main__":
    main()
