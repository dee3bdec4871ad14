# framework: jax
# verdict: clean
# seen: the rule gives the gradient, whatever the body reads
import jax
import jax.numpy as jnp


@jax.custom_vjp
def pull(weights, target):
    return jnp.sum(target)


def forward(weights, target):
    return pull(weights, target), (weights, target)


def backward(kept, cotangent):
    weights, target = kept
    return cotangent * (weights - target), jnp.zeros_like(target)


pull.defvjp(forward, backward)
print(jax.grad(pull)(jnp.ones(3), jnp.zeros(3)))
