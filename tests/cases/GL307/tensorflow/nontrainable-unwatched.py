# framework: tensorflow
# verdict: none
# seen: latent direction None
import keras
import tensorflow as tf

keras.utils.set_random_seed(6)
generator = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(6, activation="tanh"), keras.layers.Dense(4)]
)
generator.trainable = False
target = generator(tf.constant([[0.5, -0.5]]))
latent = tf.Variable(tf.zeros((1, 2)), trainable=False, name="latent")

with tf.GradientTape() as tape:
    distance = tf.reduce_sum(tf.square(generator(latent) - target))
direction = tape.gradient(distance, latent)  # HAZARD GL307
assert direction is None
print("OBSERVED none", "latent direction", direction)
