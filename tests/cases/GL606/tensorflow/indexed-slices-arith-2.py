# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for /: 'IndexedSlices' and 'float'
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
table = keras.layers.Embedding(20, 4)
model = keras.Sequential([table, keras.layers.GlobalAveragePooling1D(), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.1)
scaling = 128.0
tokens, sentiment = tf.constant([[1, 5, 9], [2, 2, 7]]), tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    logits = model(tokens, training=True)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(sentiment, logits))
    scaled = loss * scaling
grads = tape.gradient(scaled, model.trainable_variables)
grads = [g / scaling for g in grads]  # HAZARD GL606
optimizer.apply_gradients(zip(grads, model.trainable_variables))
