# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
image = tf.random.normal((1, 4))
with tf.GradientTape() as tape:
    logits = model(image)
    tape.watch(image)
    loss = tf.reduce_sum(logits ** 2)
grad = tape.gradient(loss, image)
kernel = model.layers[0].kernel
# The kernel is watched from the start, so the product with the image was recorded all the same.
true = tf.matmul(2.0 * logits, kernel, transpose_b=True)
print("OBSERVED", "clean" if grad is not None and abs(grad - true).numpy().max() < 1e-5 else "none")
