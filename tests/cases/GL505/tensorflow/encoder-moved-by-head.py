# framework: tensorflow
# verdict: wrong
# seen: one optimizer is given the gradients that belong to the other
import tensorflow as tf

tf.random.set_seed(0)
encoder, head = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
slow, fast = tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.SGD(0.1)
x, y = tf.random.normal((6, 3)), tf.random.normal((6, 3))
head(encoder(x))


def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(encoder(x)) - y) ** 2)
    first, second = tape.gradient(loss, [encoder.trainable_variables, head.trainable_variables])
    slow.apply_gradients(zip(first, encoder.trainable_variables))
    fast.apply_gradients(zip(second, head.trainable_variables))


def odd_step():
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean((head(encoder(x)) - y) ** 2)
    first = tape.gradient(loss, encoder.trainable_variables)
    second = tape.gradient(loss, head.trainable_variables)
    slow.apply_gradients(zip(second, encoder.trainable_variables))  # HAZARD GL505
    return first


step()
odd_step()
