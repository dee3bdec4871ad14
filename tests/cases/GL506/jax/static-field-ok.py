# framework: jax
# verdict: clean
# seen: fields of the structure stay numbers of Python where the module is carried through a scan
import equinox as eqx
import jax
import jax.numpy as jnp


class Grid(eqx.Module):
    state: jax.Array
    side: int = eqx.field(static=True)
    ndim: int = eqx.field(static=True)

    def __init__(self, side, ndim=2):
        self.state = jnp.zeros(ndim, dtype=jnp.int32)
        self.side = side
        self.ndim = ndim

    @eqx.filter_jit
    def onehot(self, state):
        board = jnp.zeros((self.ndim * self.side,))
        return board.at[jnp.arange(self.ndim) * self.side + state].set(1.0)

    def step(self, action):
        return eqx.tree_at(lambda grid: grid.state, self, (self.state + action) % self.side)


@eqx.filter_jit
def rollout(policy, grid, key, steps):
    def body(carry, _):
        key, grid = carry
        key, now = jax.random.split(key)
        logits = policy(grid.onehot(grid.state))
        action = jax.random.categorical(now, logits)
        if grid.ndim > 1:
            action = jnp.minimum(action, 1)
        return (key, grid.step(action)), jax.nn.log_softmax(logits).max()

    return jax.lax.scan(body, (key, grid), jnp.arange(steps))[1]


policy = eqx.nn.Linear(6, 3, key=jax.random.PRNGKey(0))
grads = eqx.filter_grad(lambda p: rollout(p, Grid(3, 2), jax.random.PRNGKey(1), 4).mean())(policy)
assert float(jnp.abs(grads.weight).sum()) > 0
print("OBSERVED clean", grads.weight.shape)
