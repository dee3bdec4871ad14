# framework: tensorflow
# verdict: raises
# seen: ValueError: Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(9)
classifier = keras.Sequential([keras.Input((8, 8, 1)), keras.layers.Flatten(), keras.layers.Dense(10)])
loss_object = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def fgsm(image, label, epsilon):
    image = tf.convert_to_tensor(image, dtype=tf.float32)
    with tf.GradientTape() as tape:
        logits = classifier(image)
        loss = loss_object(label, logits)
    gradient = tape.gradient(loss, image)  # HAZARD GL307
    return image + epsilon * tf.sign(gradient)


digit = tf.random.uniform((1, 8, 8, 1))
print(fgsm(digit, tf.constant([3]), 0.1).shape)
