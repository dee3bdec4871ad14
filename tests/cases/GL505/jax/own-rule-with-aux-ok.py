# framework: jax
# verdict: clean
# seen: a function with a rule of its own may return a loss and the rest
import jax
import jax.numpy as jnp


def create(rate):
    @jax.custom_jvp
    def loss_fn(params, batch):
        loss = rate * jnp.mean(batch * params)
        return loss, (loss, None, {})

    @loss_fn.defjvp
    def loss_fn_jvp(primals, tangents):
        params, batch = primals
        loss = rate * jnp.mean(batch * params)
        rest = (loss, None, {})
        return (loss, rest), (rate * jnp.mean(batch * tangents[0]), rest)

    return loss_fn


loss_fn = create(2.0)
(loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(jnp.ones(3), jnp.ones(3))
print(grads)
