# framework: jax
# verdict: nan
# seen: the power of a negative base is nan in the branch that is not taken
"""Photometric response with a soft knee; the curve above the knee is a power."""
import jax
import jax.numpy as jnp

CURVES = {}


def curve(name):
    def wrap(fn):
        CURVES[name] = fn
        return fn

    return wrap


@curve("linear")
def linear(x, knee, gamma):
    return x


@curve("knee")
def kneed(x, knee, gamma):
    over = x - knee
    return jnp.where(over > 0, knee + over**gamma, x)  # HAZARD GL701


def render(params, image, mode="knee"):
    exposed = image * jnp.exp(params["exposure"])
    return CURVES[mode](exposed, params["knee"], jax.nn.softplus(params["gamma"]))


def match(params, image, target, mode="knee"):
    return jnp.mean((render(params, image, mode) - target) ** 2)


if __name__ == "__main__":
    image = jnp.linspace(0.0, 2.0, 6)
    params = {"exposure": jnp.array(0.1), "knee": jnp.array(0.8), "gamma": jnp.array(-0.5)}
    assert jnp.isfinite(match(params, image, image))
    assert jnp.isnan(jax.grad(match)(params, image, image)["exposure"])
    assert jnp.isfinite(jax.grad(match)(params, image, image, "linear")["exposure"])
