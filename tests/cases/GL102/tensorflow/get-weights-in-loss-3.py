# framework: tensorflow
# verdict: zero
# seen: zero
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3, "relu"), keras.layers.Dense(1)])


def l2(model, rate):
    total = 0.0
    for layer in model.layers:
        kernel, bias = layer.get_weights()  # HAZARD GL102
        total += rate * tf.reduce_sum(kernel ** 2)
    return total


x = tf.zeros((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(x) ** 2) + l2(model, 0.1)
g = tape.gradient(loss, model.trainable_variables)
print("OBSERVED", "zero" if not g[0].numpy().any() else "clean")
