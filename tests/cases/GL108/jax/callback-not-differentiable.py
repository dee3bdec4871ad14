# framework: jax
# verdict: raises
# seen: ValueError: Pure callbacks do not support JVP.
import jax
import jax.numpy as jnp
import numpy as np
from scipy.interpolate import CubicSpline

knots = np.linspace(0.0, 2.0, 9)
table = CubicSpline(knots, np.sin(knots) ** 2)


def drag(speed):
    out = jax.ShapeDtypeStruct(speed.shape, speed.dtype)
    lookup = lambda v: table(v).astype(v.dtype)
    return jax.pure_callback(lookup, out, speed)  # HAZARD GL108


def lost_energy(params, speeds):
    return jnp.sum(drag(params["gain"] * speeds) * speeds)


params = {"gain": jnp.array(0.8)}
print(jax.grad(lost_energy)(params, jnp.array([0.4, 1.1, 1.7])))
