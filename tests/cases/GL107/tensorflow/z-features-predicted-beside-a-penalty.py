# framework: tensorflow
# verdict: wrong
# seen: only the penalty trains the generator
import tensorflow as tf

generator, features = tf.keras.layers.Dense(4), tf.keras.Sequential([tf.keras.layers.Dense(3, activation="tanh")])
source, wanted = tf.random.normal((2, 4)), tf.random.normal((2, 3))
features(source)
features.trainable = False
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    image = generator(source)
    found = features.predict(image, verbose=0)  # HAZARD GL107
    loss = tf.reduce_mean(tf.square(found - wanted)) + 0.1 * tf.reduce_mean(tf.abs(image))
weights = generator.trainable_variables
optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
