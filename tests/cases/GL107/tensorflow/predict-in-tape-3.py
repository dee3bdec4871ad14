# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
inputs = keras.Input((2,))
actor = keras.Model(inputs, keras.layers.Dense(1, activation="tanh")(inputs))
critic = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])


def policy_loss(states):
    actions = actor.predict_on_batch(states)  # HAZARD GL107
    return -tf.reduce_mean(critic(tf.concat([states, actions], axis=1)))


with tf.GradientTape() as tape:
    loss = policy_loss(tf.random.normal((4, 2)))
print("OBSERVED", "none" if tape.gradient(loss, actor.trainable_variables)[0] is None else "clean")
