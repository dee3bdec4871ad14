# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
actor, critic = keras.layers.Dense(2), keras.layers.Dense(1)
s, ret = tf.random.normal((4, 3)), tf.random.normal((4, 1))


def losses():
    v = critic(s)
    lp = tf.nn.log_softmax(actor(s))[:, :1]
    return -tf.reduce_mean(lp * tf.stop_gradient(ret - v)), tf.reduce_mean((ret - v) ** 2)


for _ in range(2):
    with tf.GradientTape() as ta, tf.GradientTape() as tc:
        actor_loss, critic_loss = losses()
    ga = ta.gradient(actor_loss, actor.trainable_variables)
    gc = tc.gradient(critic_loss, critic.trainable_variables)
with tf.GradientTape(persistent=True) as tape:
    actor_loss, critic_loss = losses()
pairs = [(actor_loss, actor), (critic_loss, critic)]
both = [tape.gradient(l, net.trainable_variables) for l, net in pairs]
del tape
with tf.GradientTape() as tape:
    total = tf.add_n(list(losses()))
variables = actor.trainable_variables + critic.trainable_variables
g = tape.gradient(total, variables)
print("OBSERVED", "clean" if ga[0].numpy().any() and len(both) == 2 and len(g) == 4 else "wrong")
