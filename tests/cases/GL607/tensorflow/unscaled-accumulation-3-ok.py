# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

data = [(tf.random.stateless_normal((4, 3), [i, 0]), tf.random.stateless_normal((4, 1), [i, 1])) for i in range(4)]


def make():
    keras.utils.set_random_seed(0)
    return keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])


def divide_loss(model, opt, k):
    acc = [tf.zeros_like(v) for v in model.trainable_variables]
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2) / k
        acc = [a + g for a, g in zip(acc, tape.gradient(loss, model.trainable_variables))]
    opt.apply_gradients(zip(acc, model.trainable_variables))


def divide_grads(model, opt, k):
    acc = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(y - model(x)))
        for a, g in zip(acc, tape.gradient(loss, model.trainable_variables)):
            a.assign_add(g)
    opt.apply_gradients([(a / k, v) for a, v in zip(acc, model.trainable_variables)])


def sums(model, opt, k):
    n = sum(len(y) for _, y in data)
    total = None
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(tf.reduce_sum((model(x) - y) ** 2, -1), global_batch_size=n)
        g = tape.gradient(loss, model.trainable_variables)
        total = g if total is None else [t + v for t, v in zip(total, g)]
    opt.apply_gradients(zip(total, model.trainable_variables))


def one_tape(model, opt, k):
    with tf.GradientTape() as tape:
        loss = tf.add_n([tf.reduce_mean((model(x) - y) ** 2) for x, y in data]) / k
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


outs = []
for way in (divide_loss, divide_grads, sums, one_tape):
    m = make()
    way(m, keras.optimizers.SGD(0.1), len(data))
    outs.append(m.get_weights()[0])
print("OBSERVED", "clean" if all(abs(outs[0] - o).max() < 1e-5 for o in outs) else "wrong")
