# framework: tensorflow
# verdict: clean
# seen: compiled again, with some of the layers frozen as before
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
base.trainable = True
for layer in base.layers[:-3]:
    layer.trainable = False
model.compile(optimizer="sgd", loss="mse")
model.fit(x, y, verbose=0)
print("OBSERVED clean")
