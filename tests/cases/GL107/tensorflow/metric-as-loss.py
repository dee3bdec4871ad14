# framework: tensorflow
# verdict: none
# seen: [None, None]
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(4)
detector = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1, activation="sigmoid")])
signals = tf.random.normal((10, 6))
events = tf.cast(tf.random.uniform((10, 1)) > 0.5, tf.float32)


def error_rate(truth, guess):
    hits = keras.metrics.binary_accuracy(truth, guess)  # HAZARD GL107
    return 1.0 - tf.reduce_mean(hits)


with tf.GradientTape() as tape:
    objective = error_rate(events, detector(signals, training=True))
grads = tape.gradient(objective, detector.trainable_variables)
assert grads == [None, None]
print("OBSERVED none", grads)
