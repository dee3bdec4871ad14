# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(3)])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
x, y = tf.random.normal((6, 4)), tf.constant([0, 1, 2, 0, 1, 2])
with tf.GradientTape() as tape:
    scores = tf.nn.softmax(model(x, training=True), axis=-1)
    loss = loss_fn(y, scores)  # HAZARD GL705
g = tape.gradient(loss, model.trainable_variables)
true = loss_fn(y, model(x))
print("OBSERVED", "wrong" if abs(float(loss - true)) > 1e-3 else "clean")
