# framework: tensorflow
# verdict: none
# seen: segmenter gradients [None, None]
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
segmenter = keras.Sequential(
    [keras.Input((6, 6, 1)), keras.layers.Conv2D(1, 3, padding="same", activation="sigmoid")]
)


def dice_loss(truth, probability):
    mask = tf.cast(probability > 0.5, tf.float32)  # HAZARD GL403
    overlap = tf.reduce_sum(mask * truth)
    return 1.0 - (2.0 * overlap + 1.0) / (tf.reduce_sum(mask) + tf.reduce_sum(truth) + 1.0)


scan = tf.random.normal((2, 6, 6, 1))
truth = tf.cast(scan > 0.3, tf.float32)
with tf.GradientTape() as tape:
    loss = dice_loss(truth, segmenter(scan, training=True))
grads = tape.gradient(loss, segmenter.trainable_variables)
assert grads == [None, None]
print("OBSERVED none", "segmenter gradients", grads)
