# framework: tensorflow
# verdict: clean
# seen: both heads take the same step
import numpy as np
from tensorflow import keras

keras.utils.set_random_seed(0)
raw = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False)])
soft = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False, activation="softmax")])
soft.set_weights(raw.get_weights())
raw.compile(keras.optimizers.SGD(1.0), loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
soft.compile(keras.optimizers.SGD(1.0), loss="sparse_categorical_crossentropy")
x = np.random.normal(size=(8, 4)).astype("float32")
y = np.array([0, 1, 2, 0, 1, 2, 0, 1])
w = raw.get_weights()[0]
for model in (raw, soft):
    model.fit(x, y, batch_size=8, epochs=1, verbose=0)
logits = x @ w
probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
true = x.T @ (probs - np.eye(3)[y]) / 8
assert np.allclose(w - raw.get_weights()[0], true, atol=1e-4)
assert np.allclose(w - soft.get_weights()[0], true, atol=1e-4)
print("OBSERVED clean", "both heads take the same step")
