# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: traced array with shape int32[]
import jax
import jax.numpy as jnp


@jax.jit
def nms_loss(scores, boxes):
    keep = jnp.nonzero(scores > 0.5)[0]  # HAZARD GL506
    return jnp.sum(boxes[keep] ** 2)


jax.grad(nms_loss, argnums=1)(jnp.array([0.2, 0.9]), jnp.ones((2, 4)))
