import keras
import numpy as np

from data import regression
from lib.wide_deep import WarmupSchedule, WideDeep


def main():
    keras.utils.set_random_seed(0)
    x, y = regression(128, 5, seed=0)
    model = WideDeep([16, 8])
    model.compile(optimizer=keras.optimizers.Adam(WarmupSchedule(1e-2, 5)))
    history = model.fit(x, y, batch_size=32, epochs=3, verbose=0)
    test_x, test_y = regression(32, 5, seed=1)
    error = float(np.abs(model.predict(test_x, verbose=0) - test_y).mean())
    print(f"loss {history.history['loss'][-1]:.4f} test mae {error:.4f}")


if __name__ == "__main__":
    main()
