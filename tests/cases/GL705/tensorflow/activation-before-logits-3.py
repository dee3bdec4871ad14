# framework: tensorflow
# verdict: zero
# seen: discriminator gradient all zero
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
discriminator = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, bias_initializer="ones")])
bce = keras.losses.BinaryCrossentropy()
real = 5.0 + tf.random.uniform((6, 2))


def real_loss(batch):
    scores = discriminator(batch, training=True)
    return bce(tf.ones_like(scores), scores)  # HAZARD GL705


discriminator.set_weights([tf.ones((2, 1)), tf.ones((1,))])
with tf.GradientTape() as tape:
    loss = real_loss(real)
grads = tape.gradient(loss, discriminator.trainable_variables)
assert all(not g.numpy().any() for g in grads)
print("OBSERVED zero", "discriminator gradient all zero")
