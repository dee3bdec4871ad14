# framework: tensorflow
# verdict: clean
# seen: four updates, each gradient as computed by hand
import keras
import numpy as np
import tensorflow as tf


def dense():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, use_bias=False)])


online, lagged = dense(), dense()
lagged.set_weights(online.get_weights())
optimizer = keras.optimizers.SGD(0.1)
states, rewards = tf.constant([[1.0, 0.0], [0.0, 1.0]]), tf.constant([[1.0], [2.0]])

for update in range(4):
    before = [w.copy() for w in online.get_weights()]
    with tf.GradientTape() as tape:
        target = rewards + 0.5 * lagged(states)
        loss = tf.reduce_mean(tf.square(online(states, training=True) - target))
    grads = tape.gradient(loss, online.trainable_variables)
    expected = before[0] - target.numpy()
    assert np.allclose(grads[0], expected, atol=1e-5)
    optimizer.apply_gradients(zip(grads, online.trainable_variables))
    if update % 2 == 1:
        lagged.set_weights([0.5 * a + 0.5 * b for a, b in zip(online.get_weights(), lagged.get_weights())])
print("OBSERVED clean", "four updates, each gradient as computed by hand")
