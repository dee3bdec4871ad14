# framework: tensorflow
# verdict: raises
# seen: RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
actor, critic = keras.layers.Dense(2), keras.layers.Dense(1)
s, ret = tf.random.normal((4, 3)), tf.random.normal((4, 1))
with tf.GradientTape() as tape:
    v = critic(s)
    lp = tf.nn.log_softmax(actor(s))[:, :1]
    critic_loss = tf.reduce_mean((ret - v) ** 2)
    actor_loss = -tf.reduce_mean(lp * tf.stop_gradient(ret - v))
ga = tape.gradient(actor_loss, actor.trainable_variables)
gc = tape.gradient(critic_loss, critic.trainable_variables)  # HAZARD GL502
