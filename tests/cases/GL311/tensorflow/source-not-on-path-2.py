# framework: tensorflow
# verdict: none
# seen: no heat map
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
inputs = keras.Input((8, 8, 1))
maps = keras.layers.Conv2D(3, 3, activation="relu", name="last_conv")(inputs)
logits = keras.layers.Dense(2)(keras.layers.GlobalAveragePooling2D()(maps))
model = keras.Model(inputs, logits)
features = keras.Model(inputs, model.get_layer("last_conv").output)


def grad_cam(image, label):
    with tf.GradientTape() as tape:
        activation = features(image)
        score = tf.reduce_sum(model(image)[:, label])
    return tape.gradient(score, activation)  # HAZARD GL311


weights = grad_cam(tf.random.uniform((1, 8, 8, 1)), 1)
assert weights is None
print("OBSERVED none", "no heat map")
