# framework: tensorflow
# verdict: none
# seen: encoder gradients [None, None]
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(3)
encoder = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
decoder = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4)])
batch = tf.random.normal((3, 4))

with tf.GradientTape() as tape:
    code = tf.Variable(encoder(batch), name="code")  # HAZARD GL105
    rebuilt = decoder(code)
    loss = tf.reduce_mean(tf.square(rebuilt - batch))
weights = encoder.trainable_variables + decoder.trainable_variables
grads = tape.gradient(loss, weights)
assert [g is None for g in grads] == [True, True, False, False]
print("OBSERVED none", "encoder gradients", grads[:2])
