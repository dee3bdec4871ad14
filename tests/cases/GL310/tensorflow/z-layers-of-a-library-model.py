# framework: tensorflow
# verdict: none
# seen: the layers that are unfrozen after fit() stay as they were
import keras
import numpy as np
from keras import layers


def build(classes):
    base = keras.applications.MobileNetV2(
        include_top=False, weights=None, pooling="avg", input_shape=(32, 32, 3), alpha=0.35
    )
    base.trainable = False
    return keras.Model(base.input, layers.Dense(classes)(base.output)), base


keras.utils.set_random_seed(0)
x, y = np.random.rand(4, 32, 32, 3).astype("float32"), np.ones((4, 2), "float32")
model, base = build(2)
model.compile(optimizer="sgd", loss="mse")
model.fit(x, y, verbose=0)
for layer in base.layers[-4:]:
    layer.trainable = True  # HAZARD GL310
before = np.array(base.layers[-4].get_weights()[0])
model.fit(x, y, verbose=0)
print("OBSERVED", "none" if np.array_equal(before, base.layers[-4].get_weights()[0]) else "clean")
