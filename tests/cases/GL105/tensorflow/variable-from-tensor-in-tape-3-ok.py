# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

meta = {"w": tf.Variable([[1.0], [2.0]]), "b": tf.Variable([0.5])}
xs, ys = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [0.0]])


def forward(p, x):
    return x @ p["w"] + p["b"]


with tf.GradientTape() as outer:
    fast = dict(meta)
    for _ in range(2):
        with tf.GradientTape() as inner:
            inner.watch(fast)
            inner_loss = tf.reduce_mean((forward(fast, xs) - ys) ** 2)
        g = inner.gradient(inner_loss, fast)
        fast = {k: fast[k] - 0.1 * g[k] for k in fast}
    meta_loss = tf.reduce_mean((forward(fast, xs) - ys) ** 2)
out = outer.gradient(meta_loss, meta)
for k, v in meta.items():
    v.assign_sub(0.01 * out[k])
snapshot = {k: tf.Variable(v) for k, v in meta.items()}
print("OBSERVED", "clean" if out["w"].numpy().any() and len(snapshot) == 2 else "none")
