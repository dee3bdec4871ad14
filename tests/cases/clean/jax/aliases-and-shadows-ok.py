# framework: jax
# verdict: clean
# seen: np is jax.numpy here and onp is NumPy; names that look alike are not what they seem
"""Old-style aliases: `np` for jax.numpy, `onp` for NumPy, local functions called grad, float and sum."""
import jax.numpy as np
import numpy as onp
from jax import grad as derivative
from jax import jit, random, vmap
from jax.numpy import clip, where


def init_layers(rng, sizes):
    return [(onp.sqrt(2.0 / m) * rng.normal(size=(m, n)).astype(onp.float32), onp.zeros(n, onp.float32)) for m, n in zip(sizes[:-1], sizes[1:])]


def predict(params, inputs):
    for w, b in params[:-1]:
        inputs = np.maximum(np.dot(inputs, w) + b, 0)
    w, b = params[-1]
    return np.dot(inputs, w) + b


def sum(values):
    """Shadows the builtin: pairwise, for accuracy."""
    while len(values) > 1:
        values = [a + b for a, b in zip(values[::2], values[1::2] + [0.0] * (len(values) % 2))]
    return values[0]


def loss(params, batch):
    inputs, targets = batch
    fit = np.mean((predict(params, inputs) - targets) ** 2)
    decay = sum([np.sum(w**2) for w, _ in params])
    return fit + 1e-4 * decay


@jit
def update(params, batch, rate=0.05):
    grads = derivative(loss)(params, batch)
    return [(w - rate * dw, b - rate * db) for (w, b), (dw, db) in zip(params, grads)]


def grad(image):
    """Image gradient magnitude: nothing to do with derivatives of the loss."""
    gx = np.diff(image, axis=0)[:, :-1]
    gy = np.diff(image, axis=1)[:-1]
    return np.sqrt(gx**2 + gy**2 + 1e-8)


def edge_loss(image, target):
    return np.mean((grad(image) - target) ** 2)


def float(x):
    return np.asarray(x, dtype=np.float32)


def scaled(theta, xs):
    return np.mean(float(theta) * xs)


def quantiles(theta, taus, ys):
    residual = ys[None] - theta[:, None]
    return np.mean(where(residual > 0, taus[:, None] * residual, (taus[:, None] - 1) * residual))


def clip_gradients(grads, limit):
    return [tuple(clip(g, -limit, limit) for g in pair) for pair in grads]


if __name__ == "__main__":
    rng = onp.random.RandomState(0)
    params = init_layers(rng, [3, 8, 2])
    x = rng.normal(size=(10, 3)).astype(onp.float32)
    batch = (x, onp.stack([x.sum(1), x.prod(1)], 1))
    start = loss(params, batch)
    for _ in range(10):
        params = update(params, batch)
    assert loss(params, batch) < start
    image = random.normal(random.PRNGKey(0), (6, 6))
    assert derivative(edge_loss)(image, np.zeros((5, 5))).any()
    assert derivative(scaled)(2.0, np.arange(4.0)) == 1.5
    assert derivative(quantiles)(np.zeros(3), np.array([0.1, 0.5, 0.9]), x[:, 0]).any()
    assert vmap(derivative(lambda t: t**3))(np.arange(3.0)).shape == (3,)
    assert clip_gradients(derivative(loss)(params, batch), 0.01)[0][0].shape == (3, 8)
