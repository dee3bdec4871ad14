import jax
import jax.numpy as jnp

from density.base import sample_moons
from density.flow import Flow
from density.optim import make_optimizer
from density.step import make_step


def main():
    key = jax.random.key(0)
    flow = Flow(layers=2, width=8)
    params = flow.init(key)
    tx = make_optimizer(1e-2, decay=1e-3)
    opt_state = tx.init(params)
    step = make_step(flow, tx)
    before = params
    for i in range(3):
        key, k = jax.random.split(key)
        params, opt_state, loss = step(params, opt_state, sample_moons(k, 16), k)
        print("loss", float(loss))
    for path, leaf in jax.tree_util.tree_leaves_with_path(params):
        print(jax.tree_util.keystr(path), bool(jnp.isnan(leaf).any()))


if __name__ == "__main__":
    main()
