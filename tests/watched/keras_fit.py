"""A small Keras model trained by fit, which compiles its step."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import numpy as np


def main():
    keras.utils.set_random_seed(10)
    x = np.random.rand(64, 6).astype("float32")
    y = (x.sum(1) > 3).astype("float32")
    model = keras.Sequential(
        [keras.Input((6,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)]
    )
    model.compile(optimizer="adam", loss=keras.losses.BinaryCrossentropy(from_logits=True))
    history = model.fit(x, y, batch_size=16, epochs=2, verbose=0, shuffle=False)
    print([float(each).hex() for each in history.history["loss"]])


if __name__ == "__main__":
    main()
