import numpy as np
from tensorflow import keras

from distilnet.distiller import Distiller
from distilnet.nets import small_net


def main():
    keras.utils.set_random_seed(0)
    x = np.random.randn(64, 8).astype("float32")
    y = np.random.randint(0, 3, 64)
    teacher = small_net(3, 32)
    distiller = Distiller(small_net(3), teacher)
    optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.05))
    distiller.compile(optimizer=optimizer, run_eagerly=True)
    before = [w.copy() for w in distiller.student.get_weights()]
    distiller.fit(x, y, batch_size=16, epochs=1, verbose=0)
    after = distiller.student.get_weights()
    print("moved", max(float(abs(a - b).max()) for a, b in zip(before, after)))


if __name__ == "__main__":
    main()
