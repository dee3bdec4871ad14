# framework: tensorflow
# verdict: clean
# seen: two encoders never give exactly the same code; all gradients are finite
import tensorflow as tf

tf.random.set_seed(0)
encoder = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(3)])
decoder = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(6)])
again = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(3)])
images = tf.concat([tf.ones((1, 6)), tf.random.normal((7, 6))], 0)
variables = encoder.trainable_variables + decoder.trainable_variables + again.trainable_variables
with tf.GradientTape() as tape:
    code = encoder(images)
    code_again = again(decoder(code))
    loss = tf.reduce_mean(tf.norm(code - code_again, ord=2, axis=1))
gradients = tape.gradient(loss, variables)
assert all(bool(tf.reduce_all(tf.math.is_finite(each))) for each in gradients)
