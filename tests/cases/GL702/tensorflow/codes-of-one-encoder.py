# framework: tensorflow
# verdict: nan
# seen: NaN in every weight: two of the pairs hold the same image, and one encoder gives the same code twice
import tensorflow as tf

tf.random.set_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(3)])
left = tf.random.normal((8, 6))
right = tf.concat([left[:2], tf.random.normal((6, 6))], 0)
with tf.GradientTape() as tape:
    first, second = encoder(left), encoder(right)
    loss = tf.reduce_mean(tf.norm(first - second, axis=1))  # HAZARD GL702
gradients = tape.gradient(loss, encoder.trainable_variables)
assert bool(tf.reduce_any(tf.math.is_nan(gradients[0])))
