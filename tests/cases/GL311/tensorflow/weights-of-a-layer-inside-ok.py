# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

readings = keras.Input((3,))
head = keras.layers.Dense(1)
model = keras.Model(readings, head(keras.layers.Dense(4, activation="tanh")(readings)))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.ones((2, 3))) ** 2)
slopes = tape.gradient(loss, head.trainable_variables)
print("OBSERVED", "clean" if all(each is not None for each in slopes) else "none")
