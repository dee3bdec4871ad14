# framework: jax
# verdict: wrong
# seen: .item() of the norm in eager grad (slope along w must be 0 and is not); float() of a tracer
"""Temperature calibration and a spectral penalty, debugged interactively (no jit)."""
import jax
import jax.numpy as jnp


def largest(w, n=10):
    v = jnp.ones(w.shape[1])
    for _ in range(n):
        v = w.T @ (w @ v)
        v = v / jnp.sqrt(jnp.sum(v * v) + 1e-12)
    return jnp.sqrt(v @ w.T @ w @ v)


def spectral_normalise(w):
    sigma = largest(w).item()  # HAZARD GL104
    return w / sigma


def penalised(w, x, y):
    fit = jnp.mean((x @ spectral_normalise(w) - y) ** 2)
    return fit


def temperature_nll(log_t, logits, labels):
    t = float(jnp.exp(log_t))  # HAZARD GL104
    logp = jax.nn.log_softmax(logits / t)
    return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], 1))


def calibrate(logits, labels, steps=3):
    log_t = jnp.array(0.0)
    for i in range(steps):
        log_t = log_t - 0.1 * jax.grad(temperature_nll)(log_t, logits, labels)
        print(i, "temperature", float(jnp.exp(log_t)))
    return log_t.item()


def train(w, x, y, steps=2):
    for _ in range(steps):
        value, g = jax.value_and_grad(penalised)(w, x, y)
        w = w - 0.1 * g
        print("fit", value.item())
    return w, g


if __name__ == "__main__":
    w = jnp.array([[1.0, 0.5], [0.2, -0.7], [0.3, 0.3]])
    x, y = jnp.eye(3), 3.0 * jnp.ones((3, 2))
    train(w, x, y)
    # the loss does not depend on the scale of w, so its true slope along w is zero
    assert jnp.allclose(penalised(1.1 * w, x, y), penalised(w, x, y), rtol=1e-5)
    assert abs(jnp.vdot(jax.grad(penalised)(w, x, y), w)) > 0.05
    try:
        calibrate(jnp.eye(3), jnp.arange(3))
        raise SystemExit("ran")
    except jax.errors.ConcretizationTypeError:
        pass
