# framework: jax
# verdict: zero
# seen: both branches go through stop_gradient (all gradients zero); softmax before optax.softmax_cross_entropy (loss stays above 0.55)
"""Self-supervised pre-training with an online and a target branch."""
import jax
import jax.numpy as jnp
import optax
from jax.lax import stop_gradient


def encode(params, x):
    h = jax.nn.relu(x @ params["w1"])
    return h @ params["w2"]


def unit(v):
    return v / jnp.sqrt(jnp.sum(v * v, axis=-1, keepdims=True) + 1e-8)


def frozen(params, x):
    return unit(stop_gradient(encode(params, x)))  # HAZARD GL401


def byol_loss(online, target, view_a, view_b):
    pa = frozen(online["enc"], view_a)
    tb = frozen(target["enc"], view_b)
    return jnp.mean(jnp.sum((pa - tb) ** 2, axis=-1))


def byol_loss_right(online, target, view_a, view_b):
    pa = unit(encode(online["enc"], view_a) @ online["predictor"])
    return jnp.mean(jnp.sum((pa - frozen(target["enc"], view_b)) ** 2, axis=-1))


def probe_loss(head, feats, labels):
    probs = jax.nn.softmax(feats @ head)
    return optax.softmax_cross_entropy(probs, labels).mean()  # HAZARD GL705


def linear_probe(head, feats, labels, steps=200):
    step = jax.jit(lambda h: h - 1.0 * jax.grad(probe_loss)(h, feats, labels))
    for _ in range(steps):
        head = step(head)
    return probe_loss(head, feats, labels)


def pretrain(online, x, loss, steps=2):
    target, tx = online, optax.adam(1e-2)
    state = tx.init(online)
    key = jax.random.PRNGKey(1)
    for _ in range(steps):
        key, a, b = jax.random.split(key, 3)
        views = [x + 0.1 * jax.random.normal(k, x.shape) for k in (a, b)]
        grads = jax.grad(loss)(online, target, *views)
        updates, state = tx.update(grads, state)
        online = optax.apply_updates(online, updates)
        target = optax.incremental_update(online, target, 0.1)
    return grads


if __name__ == "__main__":
    ks = jax.random.split(jax.random.PRNGKey(0), 4)
    net = {"enc": {"w1": jax.random.normal(ks[0], (4, 6)), "w2": jax.random.normal(ks[1], (6, 3))}, "predictor": jax.random.normal(ks[2], (3, 3))}
    x = jax.random.normal(ks[3], (10, 4))
    assert not any(g.any() for g in jax.tree.leaves(pretrain(net, x, byol_loss)))
    assert all(g.any() for g in jax.tree.leaves(pretrain(net, x, byol_loss_right)))
    # even a perfect probe cannot get below log(e + 2) - 1 = 0.55
    assert linear_probe(jnp.zeros((3, 3)), jnp.eye(3), jnp.eye(3)) > 0.55
