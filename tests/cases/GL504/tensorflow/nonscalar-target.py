# framework: tensorflow
# verdict: zero
# seen: importance below 1e-6 everywhere
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
classifier = keras.Sequential(
    [
        keras.Input((6,)),
        keras.layers.Dense(8, activation="tanh"),
        keras.layers.Dense(4, activation="softmax"),
    ]
)


def importance(sample):
    sample = tf.convert_to_tensor(sample)
    with tf.GradientTape() as tape:
        tape.watch(sample)
        probabilities = classifier(sample, training=False)
    return tape.gradient(probabilities, sample)  # HAZARD GL504


scores = importance(tf.random.normal((1, 6)))
assert float(tf.reduce_max(tf.abs(scores))) < 1e-6
print("OBSERVED zero", "importance below 1e-6 everywhere")
