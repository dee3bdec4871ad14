# framework: tensorflow
# verdict: raises
# seen: RuntimeError: tf.gradients is not supported when eager execution is enabled.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
critic = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="elu"), keras.layers.Dense(1)])


def action_gradient(states):
    values = critic(states)
    return tf.gradients(values, states)[0]  # HAZARD GL505


print(action_gradient(tf.random.normal((5, 3))))
