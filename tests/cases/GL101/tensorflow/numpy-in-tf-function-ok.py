# framework: tensorflow
# verdict: clean
# seen: one step moved the kernel to [[0.842, -0.842], [0.577, -0.577]]
import keras
import numpy as np
import tensorflow as tf

CLASS_WEIGHT = np.array([0.5, 2.0], np.float32)


def weighted_crossentropy(y_true, y_pred):
    n_classes = np.prod(y_pred.shape[1:])
    labels = tf.cast(tf.reshape(y_true, [-1]), tf.int32)
    per_example = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=y_pred)
    return tf.reduce_mean(tf.gather(CLASS_WEIGHT, labels) * per_example) / np.log(n_classes)


inputs = keras.Input((2,))
head = keras.layers.Dense(2, use_bias=False, kernel_initializer="zeros")
model = keras.Model(inputs, head(inputs))
model.compile(optimizer=keras.optimizers.SGD(1.0), loss=weighted_crossentropy)
x = np.array([[1.0, 2.0], [0.5, -1.0], [-2.0, 0.3]], np.float32)
y = np.array([[0], [1], [1]])
model.fit(x, y, batch_size=3, epochs=1, verbose=0)

residual = CLASS_WEIGHT[y] * (0.5 - np.eye(2)[y[:, 0]])
expected = -x.T @ residual / 3 / np.log(2)
assert np.allclose(head.get_weights()[0], expected, atol=1e-5)
print("OBSERVED clean", "one step moved the kernel to", expected.round(3).tolist())
