# framework: jax
# verdict: raises
# seen: ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected
import jax
import jax.numpy as jnp


def smoothed(weight, features, sources, targets, size):
    messages = (features @ weight)[sources]
    return jax.ops.segment_sum(messages, targets, num_segments=size)  # HAZARD GL506


def energy(weight, graph):
    return jnp.sum(smoothed(weight, graph["x"], graph["from"], graph["to"], graph["size"]) ** 2)


graph = {"x": jnp.ones((3, 2)), "from": jnp.array([0, 1]), "to": jnp.array([1, 2]), "size": 3}
print(jax.jit(jax.grad(energy))(jnp.ones((2, 2)), graph))
