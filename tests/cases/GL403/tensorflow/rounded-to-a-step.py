# framework: tensorflow
# verdict: none
# seen: the weights of the pace have no gradient
import tensorflow as tf

tf.random.set_seed(0)
pace, body = tf.keras.layers.Dense(1, activation="sigmoid"), tf.keras.layers.Dense(3)
schedule = tf.linspace(0.1, 1.0, 5)
optimizer = tf.keras.optimizers.SGD(0.1)


def step(x):
    with tf.GradientTape() as tape:
        share = tf.reduce_mean(pace(x)) * 4.0
        rate = tf.gather(schedule, tf.cast(tf.floor(share), tf.int32))  # HAZARD GL403
        loss = tf.reduce_mean(tf.square(body(x) * rate - 1.0))
    weights = pace.trainable_variables + body.trainable_variables
    grads = tape.gradient(loss, weights)
    optimizer.apply_gradients([(g, w) for g, w in zip(grads, weights) if g is not None])
    return grads[0]


print("OBSERVED", "none" if step(tf.random.normal([4, 2])) is None else "clean")
