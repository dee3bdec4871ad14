# framework: tensorflow
# verdict: none
# seen: [None, None]: what was put on the layers is a word, and the loss is that of the other network
import tensorflow as tf


class Small(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(4, use_bias=False, name="hidden")
        self.head = tf.keras.layers.Dense(1, use_bias=False, name="head")

    def call(self, x):
        return self.head(tf.tanh(self.hidden(x)))


def built(made):
    made(tf.zeros((1, 3)))
    return made


model, copy = built(Small()), built(Small())


def mark(target, source):
    for variable in source.variables:
        part = target
        for name in variable.path.split("/")[1:-1]:
            part = part.get_layer(name)
        part.__dict__["seen"] = "yes"


def gradients(x, y):
    with tf.GradientTape() as tape:
        mark(copy, model)
        loss = tf.reduce_mean((copy(x) - y) ** 2)
    return tape.gradient(loss, model.trainable_variables)  # HAZARD GL311


found = gradients(tf.ones((5, 3)), tf.ones((5, 1)))
print(found)
assert all(each is None for each in found)
