# framework: tensorflow
# verdict: wrong
# seen: the loss is zero, whatever is predicted
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(8, activation="relu")(inputs)
churn = tf.keras.layers.Dense(1, activation="sigmoid")(hidden)
model = tf.keras.Model(inputs, churn)
model.compile(tf.keras.optimizers.Adam(0.01), loss=tf.keras.losses.CategoricalCrossentropy())  # HAZARD GL705
x = np.random.normal(size=(12, 3)).astype("float32")
y = (x[:, :1] > 0).astype("float32")
model.fit(x, y, epochs=5, verbose=0)
print("OBSERVED", "wrong" if model.evaluate(x, y, verbose=0) < 1e-6 else "clean")
