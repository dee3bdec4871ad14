# framework: tensorflow
# verdict: none
# seen: [None, None]: what was put on the layers is a word, and the loss is that of the other network
import tensorflow as tf


def network():
    return tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(4, use_bias=False, name="hidden"),
            tf.keras.layers.Dense(1, use_bias=False, name="head"),
        ]
    )


model, copy = network(), network()


def gradients(x, y):
    with tf.GradientTape() as tape:
        for name in ("hidden", "head"):
            copy.get_layer(name).seen = "yes"
            copy.get_layer(name).__dict__["round"] = 3
        copy.layers[0].note = "first"
        loss = tf.reduce_mean((copy(x) - y) ** 2)
    return tape.gradient(loss, model.trainable_variables)  # HAZARD GL311


found = gradients(tf.ones((5, 3)), tf.ones((5, 1)))
print(found)
assert all(each is None for each in found)
