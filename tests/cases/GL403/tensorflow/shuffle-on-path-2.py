# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

emb = tf.keras.layers.Dense(3)
x = tf.random.normal((6, 2))
with tf.GradientTape() as tape:
    z = emb(x)
    negatives = tf.random.shuffle(z)  # HAZARD GL403
    loss = tf.reduce_mean(negatives ** 2)
print("OBSERVED", "none" if tape.gradient(loss, emb.trainable_variables)[0] is None else "clean")
