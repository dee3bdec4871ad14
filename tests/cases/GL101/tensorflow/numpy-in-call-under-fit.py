# framework: tensorflow
# verdict: none
# seen: the first layer never trains
import numpy as np
from tensorflow import keras


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.last = keras.layers.Dense(8), keras.layers.Dense(1)

    def call(self, x):
        h = self.first(x)
        h = np.maximum(h, 0.0)  # HAZARD GL101
        return self.last(h)


keras.utils.set_random_seed(0)
net = Net()
net.compile(optimizer="sgd", loss="mse", run_eagerly=True)
x, y = np.ones((4, 3), "float32"), np.ones((4, 1), "float32")
net(x)
before = np.array(net.first.kernel)
net.fit(x, y, verbose=0)
assert np.array_equal(before, np.array(net.first.kernel))
print("OBSERVED none")
