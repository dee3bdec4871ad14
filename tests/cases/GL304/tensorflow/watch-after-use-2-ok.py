# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])


def fgsm(image, label, eps=0.1):
    image = tf.convert_to_tensor(image)
    before = tf.argmax(model(image), axis=-1)
    with tf.GradientTape() as tape:
        tape.watch(image)
        logits = model(image)
        loss = keras.losses.sparse_categorical_crossentropy(label, logits, from_logits=True)
    grad = tape.gradient(loss, image)
    return tf.clip_by_value(image + eps * tf.sign(grad), -3.0, 3.0), before


def integrated_gradients(x, steps=4):
    total = tf.zeros_like(x)
    for a in tf.linspace(0.0, 1.0, steps):
        point = a * x
        with tf.GradientTape() as tape:
            tape.watch(point)
            score = model(point)[:, 0]
        total += tape.gradient(score, point)
    return x * total / steps


x = tf.random.normal((1, 4))
adv, _ = fgsm(x, tf.constant([1]))
print("OBSERVED", "clean" if (adv != x).numpy().any() and integrated_gradients(x).numpy().any() else "none")
