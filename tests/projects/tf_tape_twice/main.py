import keras
import numpy as np

from engine import Engine
from networks import small_mlp
from utils import GradientMonitor


def main():
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 5)).astype("float32")
    y = x[:, :1] * x[:, 1:2]
    monitor = GradientMonitor()
    engine = Engine(small_mlp(5, 16), keras.optimizers.Adam(1e-2), keras.losses.MeanSquaredError(), monitor)
    for step in range(5):
        print(f"step {step} loss {engine.train_step(x, y):.4f}")
    print(f"largest norm {max(monitor.norms):.4f}")


if __name__ == "__main__":
    main()
