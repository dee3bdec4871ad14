# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(1)
model = keras.Sequential(
    [keras.Input((3,)), layers.Dense(8, activation="relu"), layers.Dense(1, activation="softplus")]
)
optimizer = keras.optimizers.Adam(1e-2)
rooms = tf.random.uniform((16, 3))
price = 10.0 * tf.reduce_sum(rooms, axis=1, keepdims=True)
batches = tf.data.Dataset.from_tensor_slices((rooms, price)).batch(8)


def log_gap(pred, target):
    return np.log1p(pred) - tf.math.log1p(target)  # HAZARD GL101


for xb, yb in batches:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(log_gap(model(xb, training=True), yb)))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
print("final loss", float(loss))
