# framework: jax
# verdict: raises
# seen: TypeError: Gradient only defined for scalar-output functions.
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


def loss_fn(params, images, labels):
    logits = images @ params["w"] + params["b"]
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
    return loss, logits


@jax.jit
def train_step(params, opt_state, images, labels):
    (loss, logits), grads = jax.value_and_grad(loss_fn)(params, images, labels)  # HAZARD GL505
    updates, opt_state = tx.update(grads, opt_state)
    accuracy = jnp.mean(jnp.argmax(logits, -1) == labels)
    return optax.apply_updates(params, updates), opt_state, loss, accuracy


params = {"w": jnp.zeros((4, 3)), "b": jnp.zeros(3)}
print(train_step(params, tx.init(params), jnp.ones((2, 4)), jnp.array([0, 2]))[2:])
