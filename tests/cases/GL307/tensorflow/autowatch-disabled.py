# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(8)
backbone = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, activation="relu")])
head = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam(1e-3)


def finetune_head(x, y):
    with tf.GradientTape(watch_accessed_variables=False) as tape:  # HAZARD GL307
        embedding = backbone(x, training=False)
        loss = tf.reduce_mean(tf.square(head(embedding, training=True) - y))
    grads = tape.gradient(loss, head.trainable_variables)
    optimizer.apply_gradients(zip(grads, head.trainable_variables))
    return loss


print(finetune_head(tf.random.normal((6, 5)), tf.zeros((6, 1))))
