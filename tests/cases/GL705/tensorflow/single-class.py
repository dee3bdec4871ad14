# framework: tensorflow
# verdict: wrong
# seen: over one class the gradient is that of always predicting 0, whatever the inputs are
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1, activation="sigmoid")])
model.compile(optimizer="sgd", loss="categorical_crossentropy")  # HAZARD GL705
x = np.random.normal(size=(16, 4)).astype("float32")
y = (x.sum(1, keepdims=True) > 0).astype("float32")
model.fit(x, y, epochs=40, verbose=0)
accuracy = np.mean((model.predict(x, verbose=0) > 0.5) == (y > 0.5))
print("OBSERVED", "wrong" if model.evaluate(x, y, verbose=0) < 1e-6 and accuracy < 0.9 else "clean")
