# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
critic = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, "tanh"), keras.layers.Dense(1)])


def penalty(x):
    with tf.GradientTape() as gp:
        gp.watch(x)
        score = critic(x)
    return gp.gradient(score, x)


real = tf.random.normal((5, 2))
g = penalty(real)  # HAZARD GL501
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((tf.norm(g + 1e-6, axis=1) - 1.0) ** 2)
print("OBSERVED", "none" if tape.gradient(loss, critic.trainable_variables)[0] is None else "clean")
