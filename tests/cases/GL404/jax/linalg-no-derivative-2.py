# framework: jax
# verdict: raises
# seen: NotImplementedError: Derivatives of non-symmetric eigenvectors are only valid under assumptions
import jax
import jax.numpy as jnp


def stationary(logits):
    transition = jax.nn.softmax(logits, axis=1)
    values, vectors = jnp.linalg.eig(transition.T)  # HAZARD GL404
    lead = jnp.real(vectors[:, jnp.argmax(jnp.real(values))])
    return lead / lead.sum()


def cost(logits, prices):
    return jnp.dot(stationary(logits), prices)


logits = jnp.array([[0.2, 0.1, -0.3], [0.5, -0.2, 0.0], [0.1, 0.9, 0.4]])
print(jax.grad(cost)(logits, jnp.array([1.0, 2.0, 5.0])))
