# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
enc, dec = keras.layers.Dense(2), keras.layers.Dense(3)
opt = keras.optimizers.Adam(1e-2)
data = tf.data.Dataset.from_tensor_slices(tf.random.normal((8, 3))).batch(4)
for x in data:
    z = enc(x)  # HAZARD GL501
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((dec(z) - x) ** 2)
    variables = enc.trainable_variables + dec.trainable_variables
    grads = tape.gradient(loss, variables)
print("OBSERVED", "none" if grads[0] is None and grads[2] is not None else "clean")
