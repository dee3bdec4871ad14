# framework: tensorflow
# verdict: wrong
# seen: the critic is moved by the gradients of the generator
import tensorflow as tf

tf.random.set_seed(0)
gen = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(4)])
critic = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(4)])
gen_opt, critic_opt = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)

for _ in range(2):
    real = tf.random.normal((8, 4))
    with tf.GradientTape() as gen_tape, tf.GradientTape() as critic_tape:
        fake = gen(tf.random.normal((8, 4)))
        fooled = bce(tf.ones((8, 4)), critic(fake))
        seen = bce(tf.ones((8, 4)), critic(real)) + bce(tf.zeros((8, 4)), critic(fake))
    gen_grads = gen_tape.gradient(fooled, gen.trainable_variables)
    critic_grads = critic_tape.gradient(seen, gen.trainable_variables)  # HAZARD GL505
    gen_opt.apply_gradients(zip(gen_grads, gen.trainable_variables))
    critic_opt.apply_gradients(zip(critic_grads, critic.trainable_variables))
