# framework: tensorflow
# verdict: clean
# seen: head trained on frozen features
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
backbone = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, activation="relu")])
head = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, use_bias=False)])
optimizer = keras.optimizers.SGD(0.01)
x = tf.random.normal((16, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
centred = (x - tf.reduce_mean(x, axis=0)) / (tf.math.reduce_std(x, axis=0) + 1e-6)
dataset = tf.data.Dataset.from_tensor_slices((centred, y)).batch(8)

for xb, yb in dataset:
    frozen = backbone(xb, training=False)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(head(frozen, training=True) - yb))
    grads = tape.gradient(loss, head.trainable_weights)
    features = frozen.numpy()
    expected = 2.0 * features.T @ (features @ head.get_weights()[0] - yb.numpy()) / 8
    assert np.allclose(grads[0], expected, atol=1e-4)
    optimizer.apply_gradients(zip(grads, head.trainable_weights))
print("OBSERVED clean", "head trained on frozen features")
