import keras
import numpy as np
import tensorflow as tf

from classifier import make_classifier, train_step
from explain import METHODS, explain


def main():
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 9)).astype("float32")
    y = (x[:, 2] > 0).astype("int32")
    model = make_classifier(9, 2)
    optimizer = keras.optimizers.Adam(5e-2)
    for _ in range(20):
        loss = train_step(model, optimizer, tf.constant(x), tf.constant(y))
    label = int(np.argmax(model(x[:1]).numpy()))
    for name in METHODS:
        print(name, "most important", int(np.argmax(np.abs(explain(name, model, x[0], label).numpy()))), f"loss {float(loss):.3f}")


if __name__ == "__main__":
    main()
