# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
gen, disc = keras.layers.Dense(3), keras.layers.Dense(1)
bce = keras.losses.BinaryCrossentropy(from_logits=True)


def generator_step(z):
    with tf.GradientTape() as tape:
        score = disc(gen(z))
    loss = bce(tf.ones_like(score), score)  # HAZARD GL501
    return tape.gradient(loss, gen.trainable_variables)


print("OBSERVED", "none" if generator_step(tf.random.normal((4, 2)))[0] is None else "clean")
