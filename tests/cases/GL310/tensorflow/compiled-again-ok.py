# framework: tensorflow
# verdict: clean
# seen: compiled again, or unfrozen before the first fit()
import numpy as np
from tensorflow import keras

x, y = np.ones((8, 4), "float32"), np.ones((8, 1), "float32")
base = keras.layers.Dense(8)
base.trainable = False
model = keras.Sequential([keras.Input((4,)), base, keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, verbose=0)
base.trainable = True
model.compile("sgd", "mse")
before = np.array(base.kernel)
model.fit(x, y, verbose=0)
assert not np.array_equal(before, np.array(base.kernel))

other = keras.layers.Dense(8)
other.trainable = False
late = keras.Sequential([keras.Input((4,)), other, keras.layers.Dense(1)])
late.compile("sgd", "mse")
other.trainable = True
before = np.array(other.kernel)
late.fit(x, y, verbose=0)
assert not np.array_equal(before, np.array(other.kernel))
