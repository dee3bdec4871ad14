# framework: tensorflow
# verdict: none
# seen: the weights of the level have no gradient
import tensorflow as tf

tf.random.set_seed(0)
level, table = tf.keras.layers.Dense(1), tf.keras.layers.Embedding(6, 4)
head = tf.keras.layers.Dense(2)
optimizer = tf.keras.optimizers.Adam(1e-3)
for _ in range(2):
    x = tf.random.normal([8, 5])
    with tf.GradientTape() as tape:
        where = tf.sigmoid(level(x))[:, 0] * 5.0
        rows = table(tf.cast(tf.round(where), tf.int32))  # HAZARD GL403
        loss = tf.reduce_mean(head(rows) ** 2)
    weights = [*level.trainable_variables, *table.trainable_variables, *head.trainable_variables]
    grads = tape.gradient(loss, weights)
    optimizer.apply_gradients([(g, w) for g, w in zip(grads, weights) if g is not None])
print("OBSERVED", "none" if grads[0] is None else "clean")
