# framework: tensorflow
# verdict: none
# seen: saliency None
import keras
import tensorflow as tf

keras.utils.set_random_seed(2)
classifier = keras.Sequential(
    [
        keras.Input((4, 4, 1)),
        keras.layers.Conv2D(2, 3, activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dense(3),
    ]
)


def saliency(net, image, label):
    with tf.GradientTape() as tape:
        tape.watch(image)
        scores = net.predict_on_batch(image)  # HAZARD GL107
        score = tf.reduce_sum(scores[:, label])
    return tape.gradient(score, image)


heat = saliency(classifier, tf.random.uniform((1, 4, 4, 1)), label=1)
assert heat is None
print("OBSERVED none", "saliency", heat)
