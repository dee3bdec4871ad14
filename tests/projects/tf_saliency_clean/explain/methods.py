import tensorflow as tf

METHODS = {}


def method(name):
    def add(fn):
        METHODS[name] = fn
        return fn
    return add


def class_score(model, x, label):
    return tf.gather(model(x), label, axis=1, batch_dims=0)


@method("gradient")
def plain(model, image, label):
    x = tf.convert_to_tensor(image)[None]
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = class_score(model, x, label)
    return tf.abs(tape.gradient(score, x))[0]


@method("integrated")
def integrated(model, image, label, steps=8):
    image = tf.convert_to_tensor(image)
    total = tf.zeros_like(image)
    for i in range(1, steps + 1):
        x = (i / steps * image)[None]
        with tf.GradientTape() as tape:
            tape.watch(x)
            score = class_score(model, x, label)
        total += tape.gradient(score, x)[0]
    return image * total / steps
