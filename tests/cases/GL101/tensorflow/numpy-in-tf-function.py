# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: Cannot convert a symbolic tf.Tensor (compile_loss/smape/sub:0) to a numpy
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)


def smape(y_true, y_pred):
    gap = np.abs(y_true - y_pred)  # HAZARD GL101
    return tf.reduce_mean(gap / (tf.abs(y_true) + tf.abs(y_pred) + 1e-3))


inputs = keras.Input((2,))
hidden = keras.layers.Dense(4, activation="relu")(inputs)
model = keras.Model(inputs, keras.layers.Dense(1)(hidden))
model.compile(optimizer="adam", loss=smape)
x = np.random.default_rng(0).normal(size=(8, 2)).astype(np.float32)
y = x.sum(axis=1, keepdims=True)
model.fit(x, y, batch_size=4, epochs=1, verbose=0)
