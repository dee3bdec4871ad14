# framework: jax
# verdict: raises
# seen: TypeError: JAX arrays are immutable and do not support in-place item assignment.
import jax
import jax.numpy as jnp


def border(frames, colour):
    frames[:, 0] = colour  # HAZARD GL207


held = jax.device_get({"frames": jnp.ones((2, 4))})
frames = jax.device_put(held["frames"] * 0.5)
border(frames, 1.0)
