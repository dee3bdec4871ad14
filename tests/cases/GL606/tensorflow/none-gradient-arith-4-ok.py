# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
shared = keras.layers.Dense(4, activation="relu")
heads = {"a": keras.layers.Dense(1), "b": keras.layers.Dense(1)}
x = tf.random.normal((4, 3))
for h in heads.values():
    h(shared(x))
variables = shared.trainable_variables + [v for h in heads.values() for v in h.trainable_variables]
opt = keras.optimizers.SGD(0.1)
opt.build(variables)


def apply(task, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((heads[task](shared(x)) - y) ** 2)
    grads = tape.gradient(loss, variables)
    pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
    opt.apply_gradients(pairs)
    return len(pairs)


def norms(task):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(heads[task](shared(x)))
    grads = tape.gradient(loss, variables)
    return {v.path: 0.0 if g is None else float(tf.norm(g)) for g, v in zip(grads, variables)}


def zeros(task):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(heads[task](shared(x)))
    grads = tape.gradient(loss, variables)
    return [tf.zeros_like(v) if g is None else g * 0.5 for g, v in zip(grads, variables)]


def sparse():
    table = tf.Variable(tf.random.normal((10, 2)))
    with tf.GradientTape() as tape:
        e = tf.nn.embedding_lookup(table, [1, 3, 3])
        loss = tf.reduce_sum(e ** 2)
    g = tape.gradient(loss, table)
    dense = tf.convert_to_tensor(g)
    keras.optimizers.SGD(0.1).apply_gradients([(g, table)])
    return dense * 2.0


ok = apply("a", tf.ones((4, 1))) == 4 and apply("b", tf.zeros((4, 1))) == 4
ok = ok and len(norms("a")) == 6 and len(zeros("b")) == 6 and sparse().shape == (10, 2)
print("OBSERVED", "clean" if ok else "none")
