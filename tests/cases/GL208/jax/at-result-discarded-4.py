# framework: jax
# verdict: zero
# seen: .at[].add result discarded (zero gradient); item assignment on a jax array (TypeError)
"""Sparse adjacency and a message-passing step built by writing into arrays."""
import jax
import jax.numpy as jnp
import numpy as np

EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]


def adjacency(weights):
    adj = jnp.zeros((4, 4))
    for (i, j), w in zip(EDGES, weights):
        adj.at[i, j].add(jax.nn.sigmoid(w))  # HAZARD GL208
    return adj + jnp.eye(4)


def adjacency_right(weights):
    adj = jnp.eye(4)
    for k, (i, j) in enumerate(EDGES):
        adj = adj.at[i, j].add(jax.nn.sigmoid(weights[k]))
    return adj


def degrees():
    d = np.zeros(4)
    for i, _ in EDGES:
        d[i] += 1
    return d


def propagate(adj, h, steps=2):
    states = jnp.zeros((steps + 1,) + h.shape)
    states = states.at[0].set(h)
    for t in range(steps):
        states[t + 1] = jnp.tanh(adj @ states[t] / degrees()[:, None])  # HAZARD GL207
    return states[-1]


def smoothness(weights, h, build):
    adj = build(weights)
    return jnp.mean((adj @ h - h) ** 2)


def rollout_loss(weights, h):
    return jnp.mean(propagate(adjacency_right(weights), h) ** 2)


if __name__ == "__main__":
    w, h = jnp.arange(4.0) / 4, jnp.arange(8.0).reshape(4, 2)
    assert not jax.grad(smoothness)(w, h, adjacency).any()
    assert jax.grad(smoothness)(w, h, adjacency_right).all()
    try:
        jax.grad(rollout_loss)(w, h)
        raise SystemExit("ran")
    except TypeError as e:
        assert "immutable" in str(e)
