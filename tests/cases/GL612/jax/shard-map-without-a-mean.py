# framework: jax
# verdict: clean
# seen: with one device nothing shows; with several each has its own weights
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("data",))


def local(w, x):
    grads = jax.grad(lambda w: jnp.mean((x @ w - 1.0) ** 2))(w)
    return w - 0.1 * grads  # HAZARD GL612


step = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False)
w = jnp.zeros((3, 1))
for _ in range(2):
    w = step(w, jnp.ones((4 * len(jax.devices()), 3)))
