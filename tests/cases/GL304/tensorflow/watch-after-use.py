# framework: tensorflow
# verdict: raises
# seen: ValueError: Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(5, activation="relu"), keras.layers.Dense(3)])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def saliency(model, pixels, label):
    with tf.GradientTape() as tape:
        scaled = pixels / 127.5 - 1.0
        tape.watch(pixels)  # HAZARD GL304
        loss = loss_fn(label, model(scaled, training=False))
    influence = tape.gradient(loss, pixels)
    return tf.reduce_max(tf.abs(influence), axis=-1)


pixels = tf.random.uniform((2, 6), maxval=255.0)
print(saliency(model, pixels, tf.constant([0, 2])))
