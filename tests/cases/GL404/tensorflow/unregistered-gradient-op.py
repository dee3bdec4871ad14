# framework: tensorflow
# verdict: raises
# seen: LookupError: gradient registry has no entry for: AdjustHue
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
victim = keras.Sequential([keras.Input((6, 6, 3)), keras.layers.Flatten(), keras.layers.Dense(2)])
xent = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
photo = tf.random.uniform((1, 6, 6, 3))
patch = tf.Variable(tf.zeros_like(photo))


def transformed(image):
    tinted = tf.image.adjust_hue(image, 0.05)  # HAZARD GL404
    return tf.image.flip_left_right(tinted)


with tf.GradientTape() as tape:
    loss = -xent(tf.constant([1]), victim(transformed(photo + patch)))
patch.assign_add(0.1 * tape.gradient(loss, patch))
