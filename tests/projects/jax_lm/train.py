import jax

from lm.model import init
from lm.optim import Trainer


def main():
    key = jax.random.PRNGKey(0)
    trainer = Trainer(init(key, 32, 16), 1e-3)
    for i in range(3):
        tokens = jax.random.randint(jax.random.fold_in(key, i), (4, 10), 0, 32)
        print(trainer.step(tokens))


if __name__ == "__main__":
    main()
