# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])


def fgsm(image, label, eps=0.1):
    image = tf.convert_to_tensor(image)
    with tf.GradientTape() as tape:
        logits = model(image / 255.0)
        tape.watch(image)  # HAZARD GL304
        loss = keras.losses.sparse_categorical_crossentropy(label, logits, from_logits=True)
    grad = tape.gradient(loss, image)
    return None if grad is None else image + eps * tf.sign(grad)


print("OBSERVED", "none" if fgsm(tf.random.normal((1, 4)), tf.constant([1])) is None else "clean")
