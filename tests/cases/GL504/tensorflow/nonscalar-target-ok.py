# framework: tensorflow
# verdict: clean
# seen: class slope and jacobian row agree
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
classifier = keras.Sequential([keras.Input((6,)), keras.layers.Dense(4, activation="softmax")])
sample = tf.random.normal((3, 6))

with tf.GradientTape(persistent=True) as tape:
    tape.watch(sample)
    probabilities = classifier(sample, training=False)
    first_class = probabilities[:, 0]
picked = tape.gradient(first_class, sample)
full = tape.batch_jacobian(probabilities, sample)
del tape

p, kernel = probabilities.numpy(), classifier.get_weights()[0]
expected = p[:, :1] * (kernel[:, 0][None, :] - p @ kernel.T)
assert np.allclose(picked, expected, atol=1e-5) and np.allclose(full[:, 0], expected, atol=1e-5)
print("OBSERVED clean", "class slope and jacobian row agree")
