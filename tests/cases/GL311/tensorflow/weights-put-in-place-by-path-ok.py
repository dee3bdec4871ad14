# framework: tensorflow
# verdict: clean
# seen: the copy computes with tensors made from the weights of the model, which get a gradient
import tensorflow as tf

tf.random.set_seed(0)


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


model, adapted = built(Small()), built(Small())


def adapt(target, source, rate):
    for variable in source.variables:
        *path, name = variable.path.split("/")[1:]
        layer, copy = source, target
        for part in path:
            layer, copy = layer.get_layer(part), copy.get_layer(part)
        copy.__dict__["_" + name] = layer.__dict__["_" + name] * (1.0 - rate)


def gradients(x, y):
    with tf.GradientTape() as tape:
        adapt(adapted, model, 0.1)
        loss = tf.reduce_mean((adapted(x) - y) ** 2)
    return tape.gradient(loss, model.trainable_variables)


found = gradients(tf.random.normal((5, 3)), tf.random.normal((5, 1)))
print([tf.reduce_sum(tf.abs(each)).numpy() for each in found])
assert all(each is not None for each in found)
