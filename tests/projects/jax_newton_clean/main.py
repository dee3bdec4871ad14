import jax
import jax.numpy as jnp

from implicit import equation, volume
from solvers import sensitivity, solve


def mismatch(theta, wanted):
    return (volume(theta) - wanted) ** 2


def main():
    theta = jnp.array([0.8, 0.5])
    by_forward = sensitivity(lambda t: solve(lambda v: equation(t, v), jnp.ones_like(t[0])))(theta)
    print("sensitivity", [round(float(s), 4) for s in by_forward])
    for _ in range(20):
        theta = theta - 0.2 * jax.grad(mismatch)(theta, 1.2)
    print(f"volume {float(volume(theta)):.4f}")


if __name__ == "__main__":
    main()
