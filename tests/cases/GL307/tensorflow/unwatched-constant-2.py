# framework: tensorflow
# verdict: none
# seen: critic slopes None
import keras
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(2)
generator = keras.Sequential([keras.Input((3,)), layers.Dense(2)])
critic = keras.Sequential([keras.Input((2,)), layers.Dense(8, activation="tanh"), layers.Dense(1)])


def input_slopes(real, z):
    fake = generator(z, training=True)
    alpha = tf.random.uniform((real.shape[0], 1))
    between = real + alpha * (fake - real)
    with tf.GradientTape() as gp_tape:
        verdicts = critic(between, training=True)
    return gp_tape.gradient(verdicts, [between])[0]  # HAZARD GL307


slopes = input_slopes(tf.random.normal((5, 2)), tf.random.normal((5, 3)))
assert slopes is None
print("OBSERVED none", "critic slopes", slopes)
