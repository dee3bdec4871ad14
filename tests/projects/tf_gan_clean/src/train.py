import math

import keras
import tensorflow as tf

from gan.losses import losses
from gan.nets import make_critic, make_generator


def ring(n):
    angle = tf.random.uniform([n], 0.0, 2 * math.pi)
    return tf.stack([tf.cos(angle), tf.sin(angle)], axis=1)


def main():
    keras.utils.set_random_seed(0)
    generator, critic = make_generator(3), make_critic()
    g_opt, c_opt = keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3)
    for step in range(4):
        real, noise = ring(32), tf.random.normal([32, 3])
        with tf.GradientTape(persistent=True) as tape:
            c_loss, g_loss = losses(generator, critic, real, noise, 10.0)
        c_grads = tape.gradient(c_loss, critic.trainable_variables)
        g_grads = tape.gradient(g_loss, generator.trainable_variables)
        del tape
        c_opt.apply_gradients([(g, v) for g, v in zip(c_grads, critic.trainable_variables) if g is not None])
        g_opt.apply_gradients(zip(g_grads, generator.trainable_variables))
        print(f"step {step} critic {c_loss.numpy():.4f} generator {g_loss.numpy():.4f}")


if __name__ == "__main__":
    main()
