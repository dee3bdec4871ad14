# framework: jax
# verdict: clean
# seen: while_loop differentiated in forward mode only (jacfwd)
"""Newton's method whose converged root is differentiated in forward mode through while_loop."""
import jax
import jax.numpy as jnp
import numpy as np


def newton(f, x0, *args, tol=1e-5):
    df = jax.grad(f)

    def cond(s):
        x, step, n = s
        return (jnp.abs(step) > tol) & (n < 50)

    def body(s):
        x, _, n = s
        step = f(x, *args) / df(x, *args)
        return x - step, step, n + 1

    return jax.lax.while_loop(cond, body, (x0, jnp.inf, 0))[0]


def kepler(anomaly, eccentricity, mean):
    return anomaly - eccentricity * jnp.sin(anomaly) - mean


def eccentric(params, mean):
    return newton(kepler, mean, params[0], mean)


def position(params, mean):
    e, a = params
    anomaly = eccentric(params, mean)
    return jnp.stack([a * (jnp.cos(anomaly) - e), a * jnp.sqrt(1.0 - e ** 2) * jnp.sin(anomaly)])


def residual(params, means, observed):
    return (jax.vmap(position, (None, 0))(params, means) - observed).ravel()


@jax.jit
def gauss_newton_step(params, means, observed):
    r = residual(params, means, observed)
    jac = jax.jacfwd(residual)(params, means, observed)
    delta = jnp.linalg.solve(jac.T @ jac + 1e-6 * jnp.eye(2), jac.T @ r)
    return params - delta, jac, jnp.sum(r ** 2)


def fit(observed, means, start, iterations=5):
    params, costs = jnp.asarray(start), []
    while len(costs) < iterations:
        params, jac, cost = gauss_newton_step(params, means, observed)
        costs.append(cost.item())
        if len(costs) > 1 and abs(costs[-1] - costs[-2]) < 1e-12:
            break
    return params, jac, costs


if __name__ == "__main__":
    truth = jnp.array([0.3, 1.5])
    means = jnp.asarray(np.linspace(0.2, 5.5, 12), jnp.float32)
    obs = jax.vmap(position, (None, 0))(truth, means)
    params, jac, costs = fit(obs, means, [0.2, 1.2])
    assert jnp.allclose(params, truth, atol=1e-3) and float(jnp.abs(jac[:, 0]).max()) > 0.1
    h = jnp.array([1e-2, 0.0])
    fd = (residual(truth + h, means, obs) - residual(truth - h, means, obs)) / 2e-2
    assert jnp.allclose(jax.jacfwd(residual)(truth, means, obs)[:, 0], fd, atol=2e-2)
