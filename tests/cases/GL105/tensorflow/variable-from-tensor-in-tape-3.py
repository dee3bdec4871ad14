# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

meta = {"w": tf.Variable([[1.0], [2.0]]), "b": tf.Variable([0.5])}
xs, ys = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [0.0]])


def forward(p, x):
    return x @ p["w"] + p["b"]


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        inner_loss = tf.reduce_mean((forward(meta, xs) - ys) ** 2)
    g = inner.gradient(inner_loss, meta)
    fast = {k: tf.Variable(meta[k] - 0.1 * g[k]) for k in meta}  # HAZARD GL105
    meta_loss = tf.reduce_mean((forward(fast, xs) - ys) ** 2)
out = outer.gradient(meta_loss, meta)
print("OBSERVED", "none" if out["w"] is None else "clean")
