# framework: tensorflow
# verdict: none
# seen: encoder gradients [None, None]
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
encoder = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, activation="tanh")])
head = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
x, y = tf.random.normal((8, 4)), tf.ones((8, 1))

with tf.GradientTape() as tape:
    with tape.stop_recording():
        code = encoder(x, training=True)  # HAZARD GL402
    loss = tf.reduce_mean(tf.square(head(code) - y))
grads = tape.gradient(loss, encoder.trainable_variables + head.trainable_variables)
assert [g is None for g in grads] == [True, True, False, False]
print("OBSERVED none", "encoder gradients", grads[:2])
