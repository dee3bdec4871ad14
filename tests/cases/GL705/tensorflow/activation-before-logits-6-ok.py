# framework: tensorflow
# verdict: clean
# seen: Keras takes the logits behind its own softmax and warns: the loss falls below 0.55
"""Model and loss picked from registries by a configuration."""
from dataclasses import dataclass

import keras
import numpy as np

BUILDERS = {}


def builder(name):
    def deco(fn):
        BUILDERS[name] = fn
        return fn

    return deco


@dataclass(frozen=True)
class Config:
    arch: str = "mlp"
    classes: int = 3
    lr: float = 0.05


@builder("mlp")
def mlp(cfg: Config):
    return keras.Sequential([keras.Input((4,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(cfg.classes, activation="softmax")])


def compiled(cfg: Config):
    model = mlp(cfg)
    model.compile(
        optimizer=keras.optimizers.Adam(cfg.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    x = np.random.default_rng(0).normal(size=(64, 4)).astype("float32")
    history = compiled(Config()).fit(x, np.argmax(x[:, :3], 1), epochs=15, verbose=0).history
    assert min(history["loss"]) < 0.4
