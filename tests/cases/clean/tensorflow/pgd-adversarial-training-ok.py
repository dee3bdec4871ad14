# framework: tensorflow
# verdict: clean
# seen: PGD: explicit watch, sign of the gradient, stop_gradient of the adversarial example
"""Madry-style adversarial training: PGD in the inner loop, ordinary training outside."""
import tensorflow as tf
from tensorflow import keras

net = keras.Sequential([keras.Input((8,)), keras.layers.Dense(16, "relu"), keras.layers.Dense(3)])
xent = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
opt = keras.optimizers.SGD(0.05, momentum=0.9)


def pgd(x, y, eps=0.1, alpha=0.04, iters=3):
    adv = x + tf.random.uniform(tf.shape(x), -eps, eps)
    for _ in range(iters):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(adv)
            loss = xent(y, net(adv, training=False))
        g = tape.gradient(loss, adv)
        adv = adv + alpha * tf.sign(g)
        adv = tf.clip_by_value(adv, x - eps, x + eps)
    return tf.stop_gradient(adv)


def train_step(x, y):
    adv = pgd(x, y)
    with tf.GradientTape() as tape:
        logits = net(adv, training=True)
        loss = xent(y, logits)
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    robust = tf.reduce_mean(tf.cast(tf.argmax(logits, -1) == tf.cast(y, tf.int64), tf.float32))
    return loss, robust, grads, adv


def main(steps=5):
    tf.random.set_seed(0)
    x = tf.random.normal((32, 8))
    y = tf.argmax(x[:, :3], axis=1)
    for _ in range(steps):
        loss, robust, grads, adv = train_step(x, y)
    moved = float(tf.reduce_max(tf.abs(adv - x)))
    return grads, moved, float(robust)


if __name__ == "__main__":
    grads, moved, acc = main()
    assert all(float(tf.norm(g)) > 0 for g in grads) and 0 < moved < 0.1001 and 0 <= acc <= 1
