# framework: tensorflow
# verdict: clean
# seen: the adapted copy computes with tensors made from the weights of the model, which get a gradient
import tensorflow as tf

tf.random.set_seed(0)


def network():
    return tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(4, use_bias=False, name="hidden"),
            tf.keras.layers.Dense(1, use_bias=False, name="head"),
        ]
    )


model, adapted = network(), network()


def adapt(target, source, rate):
    for name in ("hidden", "head"):
        layer, copy = source.get_layer(name), target.get_layer(name)
        copy.__dict__["_kernel"] = layer.kernel * (1.0 - rate)


def gradients(x, y):
    with tf.GradientTape() as tape:
        adapt(adapted, model, 0.1)
        loss = tf.reduce_mean((adapted(x) - y) ** 2)
    return tape.gradient(loss, model.trainable_variables)


found = gradients(tf.random.normal((5, 3)), tf.random.normal((5, 1)))
print([tf.reduce_sum(tf.abs(each)).numpy() for each in found])
assert all(each is not None for each in found)
