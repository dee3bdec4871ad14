# framework: tensorflow
# verdict: clean
# seen: three attack steps with the right input gradient
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(4)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False)])
clean = tf.random.uniform((2, 4))
labels = tf.constant([0, 2])


def pgd(x, radius, steps):
    x_adv = tf.identity(x)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(x_adv)
            per_example = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=model(x_adv))
            loss = tf.reduce_sum(per_example)
        grad = tape.gradient(loss, x_adv)
        probs = tf.nn.softmax(model(x_adv)).numpy()
        expected = (probs - np.eye(3)[labels.numpy()]) @ model.get_weights()[0].T
        assert np.allclose(grad, expected, atol=1e-5)
        x_adv = x_adv + 0.3 * radius * tf.sign(grad)
        x_adv = x + tf.clip_by_value(x_adv - x, -radius, radius)
    return x_adv


moved = pgd(clean, 0.1, 3)
assert float(tf.reduce_max(tf.abs(moved - clean))) <= 0.1 + 1e-6
print("OBSERVED clean", "three attack steps with the right input gradient")
