import equinox as eqx
import jax
import optax

from flows.flow import Flow
from flows.layers import Affine, Clip
from flows.training import step

if __name__ == "__main__":
    model = Flow([Affine(2), Clip()])
    tx = optax.adam(1e-2)
    opt_state = tx.init(eqx.filter(model, eqx.is_array))
    data = jax.random.normal(jax.random.PRNGKey(0), (64, 2)) * 2 + 1
    for i in range(3):
        model, opt_state, loss = step(model, opt_state, data, tx)
        print(loss)
