import tensorflow as tf

from gan.penalty import gradient_penalty


def losses(generator, critic, real, noise, weight):
    fake = generator(noise)
    middle = 0.5 * (real + tf.stop_gradient(fake))
    critic_loss = tf.reduce_mean(critic(tf.stop_gradient(fake))) - tf.reduce_mean(critic(real))
    return critic_loss + weight * gradient_penalty(critic, middle), -tf.reduce_mean(critic(fake))
