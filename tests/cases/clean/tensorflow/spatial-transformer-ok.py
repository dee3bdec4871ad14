# framework: tensorflow
# verdict: clean
# seen: gradient reaches the affine parameters through the interpolation weights (finite differences)
"""Spatial transformer: bilinear sampling with floor, integer gathers and fractional weights."""
import numpy as np
import tensorflow as tf


def grid(h, w):
    y, x = tf.meshgrid(tf.linspace(-1.0, 1.0, h), tf.linspace(-1.0, 1.0, w), indexing="ij")
    return tf.stack([tf.reshape(x, [-1]), tf.reshape(y, [-1]), tf.ones((h * w,))])


def bilinear(image, x, y):
    h, w = image.shape[0], image.shape[1]
    x = (x + 1.0) * 0.5 * tf.cast(w - 1, tf.float32)
    y = (y + 1.0) * 0.5 * tf.cast(h - 1, tf.float32)
    x0f, y0f = tf.floor(x), tf.floor(y)
    wx, wy = x - x0f, y - y0f
    x0, y0 = tf.cast(x0f, tf.int32), tf.cast(y0f, tf.int32)

    def at(yy, xx):
        inside = (yy >= 0) & (yy < h) & (xx >= 0) & (xx < w)
        yy, xx = tf.clip_by_value(yy, 0, h - 1), tf.clip_by_value(xx, 0, w - 1)
        return tf.gather_nd(image, tf.stack([yy, xx], -1)) * tf.cast(inside, tf.float32)

    top = at(y0, x0) * (1 - wx) + at(y0, x0 + 1) * wx
    bottom = at(y0 + 1, x0) * (1 - wx) + at(y0 + 1, x0 + 1) * wx
    return top * (1 - wy) + bottom * wy


class Affine(tf.Module):
    def __init__(self):
        super().__init__()
        self.angle = tf.Variable(0.0)
        self.log_scale = tf.Variable(0.0)
        self.shift = tf.Variable([0.0, 0.0])

    @property
    def matrix(self):
        c, s = tf.cos(self.angle), tf.sin(self.angle)
        k = tf.exp(self.log_scale)
        return tf.stack([tf.stack([k * c, -k * s, self.shift[0]]), tf.stack([k * s, k * c, self.shift[1]])])

    def __call__(self, image):
        h, w = image.shape
        x, y = tf.unstack(self.matrix @ grid(h, w))
        return tf.reshape(bilinear(image, x, y), (h, w))


def gaussian(h, w, cy, cx, width=3.0):
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    return np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / (2 * width**2)).astype(np.float32)


def register(moving, fixed, steps=60):
    warp, opt = Affine(), tf.keras.optimizers.Adam(0.02)
    trace = []
    for step in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.math.squared_difference(warp(moving), fixed))
        grads = tape.gradient(loss, warp.trainable_variables)
        opt.apply_gradients(zip(grads, warp.trainable_variables))
        trace.append(loss.numpy().item())
        if step and abs(trace[-2] - trace[-1]) < 1e-10:
            break
    return warp, trace


if __name__ == "__main__":
    moving, fixed = tf.constant(gaussian(12, 12, 5.3, 5.2)), gaussian(12, 12, 6.4, 6.1)
    warp, trace = register(moving, fixed)
    assert trace[-1] < 0.5 * trace[0]
    f = lambda: tf.reduce_mean(tf.math.squared_difference(warp(moving), fixed))
    warp.shift.assign([0.05, -0.03])
    with tf.GradientTape() as tape:
        value = f()
    g = float(tape.gradient(value, warp.angle))
    a = float(warp.angle)
    warp.angle.assign(a + 1e-3)
    up = float(f())
    warp.angle.assign(a - 1e-3)
    assert abs((up - float(f())) / 2e-3 - g) < 5e-3 + 0.1 * abs(g)
