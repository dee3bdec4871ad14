# framework: tensorflow
# verdict: clean
# seen: the new layer on top is trained
import numpy as np
from tensorflow import keras

keras.utils.set_random_seed(0)
base = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4), keras.layers.Dense(4)])
for layer in base.layers:
    layer.trainable = False
model = keras.Sequential([keras.Input((3,)), base, keras.layers.Dense(1)])
model.compile("sgd", "mse")
before = np.array(model.trainable_weights[0])
model.fit(np.ones((8, 3), "float32"), np.ones((8, 1), "float32") * 5, verbose=0)
print("OBSERVED", "clean" if not np.array_equal(before, np.array(model.trainable_weights[0])) else "none")
