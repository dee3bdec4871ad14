# framework: tensorflow
# verdict: none
# seen: the backbone stays as it was in the second fit()
import numpy as np
from tensorflow import keras


class Stages:
    def __init__(self):
        self.backbone = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8)])
        self.backbone.trainable = False
        self.model = keras.Sequential([keras.Input((4,)), self.backbone, keras.layers.Dense(1)])
        self.model.compile("sgd", "mse")

    def warm_up(self, x, y):
        self.model.fit(x, y, epochs=1, verbose=0)

    def fine_tune(self, x, y):
        self.backbone.trainable = True  # HAZARD GL310
        self.model.fit(x, y, epochs=1, verbose=0)


keras.utils.set_random_seed(0)
x, y = np.ones((8, 4), "float32"), np.ones((8, 1), "float32") * 5
stages = Stages()
stages.warm_up(x, y)
before = np.array(stages.backbone.weights[0])
stages.fine_tune(x, y)
assert np.array_equal(before, np.array(stages.backbone.weights[0]))
print("OBSERVED none")
