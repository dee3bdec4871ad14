import jax

from clipping import clip
from numeric import describe
from objective import loss_fn, plain_loss


@jax.jit
def pretrain_step(params, x, y):
    loss, grads = jax.value_and_grad(plain_loss)(params, x, y)
    grads = clip(grads, 1.0)
    return jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads), loss


def finetune_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree_util.tree_map(lambda p, g: p - 0.01 * g, params, grads), loss


def main():
    key = jax.random.PRNGKey(0)
    params = {"w": jax.random.normal(key, (4, 8)), "v": jax.random.normal(key, (8,))}
    x = jax.random.normal(key, (32, 4))
    y = x[:, 0]
    for _ in range(5):
        params, first = pretrain_step(params, x, y)
    for _ in range(5):
        params, second = finetune_step(params, x, y)
    print(describe(pretrain=float(first), finetune=float(second)))


if __name__ == "__main__":
    main()
