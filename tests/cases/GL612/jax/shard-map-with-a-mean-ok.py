# framework: jax
# verdict: clean
# seen: the gradient is averaged
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("data",))


def local(w, x):
    grads = jax.grad(lambda w: jnp.mean((x @ w - 1.0) ** 2))(w)
    return w - 0.1 * jax.lax.pmean(grads, "data")


step = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False)
w = step(jnp.zeros((3, 1)), jnp.ones((4 * len(jax.devices()), 3)))
