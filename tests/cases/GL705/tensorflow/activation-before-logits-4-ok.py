# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
body = [keras.Input((4,)), keras.layers.Dense(8, activation="relu")]
logits = keras.Sequential([*body, keras.layers.Dense(3)])
probs = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, activation="softmax")])
raw_loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
prob_loss = keras.losses.SparseCategoricalCrossentropy()
x, y = tf.random.normal((6, 4)), tf.constant([0, 1, 2, 0, 1, 2])
with tf.GradientTape() as tape:
    loss = raw_loss(y, logits(x)) + prob_loss(y, probs(x)) + prob_loss(y, tf.nn.softmax(logits(x)))
    loss += tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(tf.ones((6, 3)), logits(x)))
g = tape.gradient(loss, logits.trainable_variables + probs.trainable_variables)
guess = tf.argmax(tf.nn.softmax(logits(x)), -1)
print("OBSERVED", "clean" if all(v is not None for v in g) and guess.shape == (6,) else "wrong")
