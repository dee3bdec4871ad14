# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf
from tensorflow import keras

noise, signal = keras.Input((3,)), keras.Input((4,))
maker = keras.Model(noise, keras.layers.Dense(4)(noise))
other = keras.layers.Dense(4)
other.build((None, 3))
judge = keras.Model(signal, keras.layers.Dense(1)(signal))
pair = keras.Model(noise, judge(maker(noise)))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.nn.softplus(-pair(tf.ones((2, 3)))))
slopes = tape.gradient(loss, other.trainable_variables)  # HAZARD GL311
print("OBSERVED", "none" if all(each is None for each in slopes) else "clean")
