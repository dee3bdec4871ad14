# framework: tensorflow
# verdict: wrong
# seen: kernel step unlike cross-entropy of the logits
import numpy as np
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False)])
sgd = keras.optimizers.SGD(1.0)
model.compile(sgd, loss="sparse_categorical_crossentropy")  # HAZARD GL705
x = np.random.normal(size=(8, 4)).astype("float32")
y = np.array([0, 1, 2, 0, 1, 2, 0, 1])
w = model.get_weights()[0]
model.fit(x, y, batch_size=8, epochs=1, verbose=0)
step = w - model.get_weights()[0]
logits = x @ w
probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
true = x.T @ (probs - np.eye(3)[y]) / 8
assert np.linalg.norm(step - true) > 0.3 * np.linalg.norm(true)
print("OBSERVED wrong", "kernel step unlike cross-entropy of the logits")
