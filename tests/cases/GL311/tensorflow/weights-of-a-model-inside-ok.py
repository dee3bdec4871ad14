# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

noise, signal = keras.Input((3,)), keras.Input((4,))
maker = keras.Model(noise, keras.layers.Dense(4)(noise))
judge = keras.Model(signal, keras.layers.Dense(1)(signal))
judge.trainable = False
pair = keras.Model(noise, judge(maker(noise)))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.nn.softplus(-pair(tf.ones((2, 3)))))
slopes = tape.gradient(loss, maker.trainable_variables)
print("OBSERVED", "clean" if all(each is not None for each in slopes) else "none")
