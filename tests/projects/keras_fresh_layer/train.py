import keras
import numpy as np
import tensorflow as tf

from models import SignalNet


def signals(n, length=16, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, n)
    t = np.arange(length)
    waves = np.sin(t[None] * (0.3 + 0.5 * labels[:, None])) + 0.2 * rng.normal(size=(n, length))
    return waves[..., None].astype("float32"), labels


def main():
    keras.utils.set_random_seed(0)
    x, y = signals(64)
    model = SignalNet(8, 2)
    optimizer = keras.optimizers.Adam(1e-2)
    loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for epoch in range(4):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print(f"epoch {epoch} loss {float(loss):.4f} variables {len(model.trainable_variables)}")


if __name__ == "__main__":
    main()
