import jax
import optax

from clf.model import Classifier
from clf.steps import make_step


def main():
    key = jax.random.key(0)
    model = Classifier(hidden=16, classes=3)
    params = model.init(key, jax.numpy.ones((1, 5)))["params"]
    tx = optax.adam(1e-3)
    step = make_step(model, tx, weight=0.1)
    opt_state = tx.init(params)
    for i in range(4):
        x = jax.random.normal(jax.random.fold_in(key, i), (8, 5))
        y = jax.numpy.arange(8) % 3
        params, opt_state, loss = step(params, opt_state, x, y)
        print(loss)


if __name__ == "__main__":
    main()
