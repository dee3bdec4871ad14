# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
enc = keras.Sequential([keras.Input((4,)), keras.layers.Dense(6, activation="relu")])
a, b = keras.layers.Dense(2), keras.layers.Dense(1)
opt_enc, opt_a, opt_b = (keras.optimizers.Adam(1e-2) for _ in range(3))
x = tf.random.normal((5, 4))
ya, yb = tf.constant([0, 1, 0, 1, 1]), tf.random.normal((5, 1))
a(enc(x)), b(enc(x))


@tf.function
def step():
    with tf.GradientTape(persistent=True) as tape:
        h = enc(x, training=True)
        la = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(ya, a(h), from_logits=True))
        lb = tf.reduce_mean(tf.square(yb - b(h)))
        total = la + 0.5 * lb
    ga = tape.gradient(la, a.trainable_variables)
    gb = tape.gradient(lb, b.trainable_variables)
    ge = tape.gradient(total, enc.trainable_variables)
    na = tf.linalg.global_norm(tape.gradient(la, enc.trainable_variables))
    del tape
    opt_a.apply_gradients(zip(ga, a.trainable_variables))
    opt_b.apply_gradients(zip(gb, b.trainable_variables))
    ge, _ = tf.clip_by_global_norm(ge, 1.0)
    opt_enc.apply_gradients(zip(ge, enc.trainable_variables))
    return total, na


def integrated_gradients(img, baseline, steps=8):
    alphas = tf.linspace(0.0, 1.0, steps)[:, None]
    path = baseline + alphas * (img - baseline)
    with tf.GradientTape() as tape:
        tape.watch(path)
        probs = tf.nn.softmax(a(enc(path)), axis=-1)[:, 0]
    g = tape.gradient(probs, path)
    return (img - baseline) * tf.reduce_mean((g[:-1] + g[1:]) / 2.0, axis=0)


total, na = step()
ig = integrated_gradients(x[0], tf.zeros(4))
with tf.GradientTape(watch_accessed_variables=False) as tape:
    for v in b.trainable_variables:
        tape.watch(v.value)
    loss = tf.reduce_mean((b(enc(x)) - yb) ** 2)
only = tape.gradient(loss, b.trainable_variables)
with tf.GradientTape() as tape:
    tape.watch(x)
    out = a(enc(x))
jac = tape.batch_jacobian(out, x)
print("OBSERVED", "clean" if na > 0 and ig.shape == (4,) and None not in only and jac.shape == (5, 2, 4) else "none")
