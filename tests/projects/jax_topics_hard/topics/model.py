import jax

from topics import assign  # noqa: F401
from topics import losses  # noqa: F401
from topics.registry import ASSIGNMENTS, LOSSES


def init(key, words, topics):
    a, b = jax.random.split(key)
    return {"score": 0.1 * jax.random.normal(a, (words, topics)), "topic": 0.1 * jax.random.normal(b, (topics, words)), "bias": jax.numpy.zeros(words)}


def objective(params, batch, assignment, loss):
    weights = ASSIGNMENTS[assignment](batch @ params["score"])
    return LOSSES[loss](weights @ params["topic"], batch, params["bias"])
