# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
policy = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
optimizer = keras.optimizers.Adam(1e-2)
payoff = tf.constant([1.0, 0.2, -0.5])


@tf.function
def improve(observations):
    with tf.GradientTape() as tape:
        logits = policy(observations, training=True)
        action = tf.random.categorical(logits, 1)  # HAZARD GL405
        reward = tf.gather(payoff, tf.squeeze(action, axis=1))
        loss = -tf.reduce_mean(reward)
    grads = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(grads, policy.trainable_variables))
    return loss


print(improve(tf.random.normal((16, 4))))
