# framework: tensorflow
# verdict: none
# seen: Keras warns that there are no trainable weights, and fit() changes none
import numpy as np
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)])
for layer in model.layers:
    layer.trainable = False  # HAZARD GL310
model.compile("sgd", "mse")
before = [np.array(each) for each in model.weights]
model.fit(np.ones((8, 3), "float32"), np.ones((8, 1), "float32"), verbose=0)
assert all(np.array_equal(old, np.array(new)) for old, new in zip(before, model.weights))
print("OBSERVED none")
