# framework: jax
# verdict: clean
# seen: slope -2.72
import jax
import jax.numpy as jnp


def heat_step(u, kappa):
    new = u + kappa * (jnp.roll(u, 1) - 2.0 * u + jnp.roll(u, -1))
    new += 1e-3 * (0.5 - u)
    return new.at[0].set(1.0).at[-1].set(0.0)


def final_gap(kappa, u0, target):
    frames = [None] * 5
    frames[0] = u0
    for n in range(4):
        frames[n + 1] = heat_step(frames[n], kappa)
    terms = {"fit": 0.0}
    terms["fit"] = jnp.sum((frames[-1] - target) ** 2)
    return terms["fit"]


u0, target = jnp.zeros(6), jnp.linspace(1.0, 0.0, 6)
got = float(jax.grad(final_gap)(0.1, u0, target))
numeric = float(final_gap(0.11, u0, target) - final_gap(0.09, u0, target)) / 0.02
assert abs(got - numeric) < 1e-2
print("OBSERVED clean", "slope", round(got, 2))
