# framework: tensorflow
# verdict: clean
# seen: the labels are constants, as they should be
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
x, y, unlabelled = tf.random.normal((4, 3)), tf.random.normal((4, 1)), tf.random.normal((4, 3))
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    pseudo = model.predict(unlabelled, verbose=0)
    loss = tf.reduce_mean(tf.square(model(x) - y)) + tf.reduce_mean(tf.square(pseudo - model(unlabelled)))
weights = model.trainable_variables
optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
