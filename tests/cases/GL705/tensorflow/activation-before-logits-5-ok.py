# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
# Keras keeps the logits of its own softmax activation and takes them here.
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(3, activation="softmax")])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
x, y = tf.random.normal((6, 4)), tf.constant([0, 1, 2, 0, 1, 2])
with tf.GradientTape() as tape:
    loss = loss_fn(y, model(x))
g = tape.gradient(loss, model.trainable_variables)
true = keras.losses.SparseCategoricalCrossentropy()(y, model(x))
print("OBSERVED", "wrong" if abs(float(loss - true)) > 1e-3 else "clean")
