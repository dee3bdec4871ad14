# framework: jax
# verdict: clean
# seen: the second cluster moves by 0.3, beside the first one as well as alone
import json

import jax
import jax.numpy as jnp
import optax

opt = optax.sgd(0.1, momentum=0.9)


@jax.jit
def apply(grads, state, params):
    updates, state = opt.update(grads, state, params)
    return state, optax.apply_updates(params, updates)


def deltas(clusters):
    return json.loads(json.dumps([float(each) - 2.0 for each in clusters]))


def start(clusters):
    return clusters, [opt.init(each) for each in clusters]


def one_round(clusters, states):
    found, kept = [], []
    for delta, state, params in zip(deltas(clusters), states, clusters):
        next_state, next_params = apply(delta, state, params)
        found.append(next_params)
        kept.append(next_state)
    return found, kept


clusters, states = start([jnp.array(1.0), jnp.array(-1.0)])
found, kept = one_round(clusters, states)
_, alone = apply(-3.0, opt.init(clusters[1]), clusters[1])
assert jnp.allclose(found[1], alone) and jnp.allclose(found[1], -0.7), (found, alone)
print("OBSERVED clean", found)
