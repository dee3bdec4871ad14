# framework: jax
# verdict: clean
# seen: spline slope from its own rule
import jax
import jax.numpy as jnp
import numpy as np
from scipy.interpolate import CubicSpline

knots = np.linspace(0.0, 2.0, 9)
table = CubicSpline(knots, np.sin(knots) ** 2)
slope = table.derivative()


def on_host(fn, x):
    return jax.pure_callback(lambda v: fn(v).astype(v.dtype), jax.ShapeDtypeStruct(x.shape, x.dtype), x)


@jax.custom_jvp
def drag(speed):
    return on_host(table, speed)


@drag.defjvp
def drag_jvp(primals, tangents):
    (speed,), (dspeed,) = primals, tangents
    return drag(speed), on_host(slope, speed) * dspeed


def lost_energy(gain, speeds):
    return jnp.sum(drag(gain * speeds) * speeds)


speeds = jnp.array([0.4, 1.1, 1.7])
grad = jax.grad(lost_energy)(0.8, speeds)
expected = np.sum(slope(0.8 * np.array(speeds)) * np.array(speeds) ** 2)
assert np.isclose(grad, expected, rtol=1e-3)
print("OBSERVED clean", "spline slope from its own rule")
