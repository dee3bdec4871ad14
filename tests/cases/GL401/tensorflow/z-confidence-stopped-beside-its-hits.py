# framework: tensorflow
# verdict: wrong
# seen: the calibration changes no gradient
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def calibration(logits, labels):
    confidence = tf.reduce_max(tf.nn.softmax(logits), axis=-1)
    hits = tf.cast(tf.equal(tf.argmax(logits, axis=-1), labels), tf.float32)
    gap = tf.reduce_mean(tf.stop_gradient(confidence)) - tf.reduce_mean(hits)  # HAZARD GL401
    return tf.square(gap)


x, y = tf.random.normal((8, 4)), tf.zeros(8, tf.int64)
with tf.GradientTape() as tape:
    logits = net(x)
    loss = ce(y, logits) + 0.1 * calibration(logits, y)
print(tape.gradient(loss, net.trainable_variables))
