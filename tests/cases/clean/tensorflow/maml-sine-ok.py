# framework: tensorflow
# verdict: clean
# seen: second-order MAML with fast weights under the outer tape; meta-learned rate gets a gradient (finite differences)
"""Second-order MAML on sinusoids with explicit fast weights."""
import numpy as np
import tensorflow as tf


def init(sizes, seed=0):
    rng = np.random.RandomState(seed)
    params = []
    for m, n in zip(sizes[:-1], sizes[1:]):
        params.append(tf.Variable((rng.randn(m, n) / np.sqrt(m)).astype("float32")))
        params.append(tf.Variable(tf.zeros(n)))
    return params


def forward(params, x):
    *hidden, w, b = params
    for i in range(0, len(hidden), 2):
        x = tf.nn.tanh(x @ hidden[i] + hidden[i + 1])
    return x @ w + b


def mse(params, x, y):
    return tf.reduce_mean(tf.math.squared_difference(forward(params, x), y))


def adapt(params, x, y, lr, steps):
    fast = [tf.identity(p) for p in params]
    for _ in range(steps):
        with tf.GradientTape() as inner:
            inner.watch(fast)
            loss = mse(fast, x, y)
        fast = [w - lr * g for w, g in zip(fast, inner.gradient(loss, fast))]
    return fast


def task(rng):
    amp, phase = rng.uniform(0.5, 2.0), rng.uniform(0, np.pi)
    x = rng.uniform(-3, 3, size=(20, 1)).astype("float32")
    y = (amp * np.sin(x + phase)).astype("float32")
    return (x[:10], y[:10]), (x[10:], y[10:])


def meta_train(iterations=3, meta_batch=2):
    rng = np.random.RandomState(1)
    params, lr = init([1, 10, 1]), tf.Variable(0.05)
    opt = tf.keras.optimizers.Adam(1e-3)
    for it in range(iterations):
        with tf.GradientTape() as outer:
            total = 0.0
            for _ in range(meta_batch):
                support, query = task(rng)
                total += mse(adapt(params, *support, lr, 2), *query)
            total /= meta_batch
        grads = outer.gradient(total, params + [lr])
        opt.apply_gradients(zip(grads, params + [lr]))
        print(f"{it}: {total.numpy():.3f}")
    return grads


if __name__ == "__main__":
    g = meta_train()
    assert len(g) == 5 and all(v is not None and float(tf.reduce_max(tf.abs(v))) > 0 for v in g)
