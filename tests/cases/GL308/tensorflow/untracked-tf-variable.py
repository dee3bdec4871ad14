# framework: tensorflow
# verdict: none
# seen: temperature still 1.0 after 3 epochs
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Temperature(keras.layers.Layer):
    def build(self, input_shape):
        self.log_t = tf.Variable(tf.zeros((1,)), name="log_t")  # HAZARD GL308

    def call(self, logits):
        return logits * tf.exp(-self.log_t)


keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(3), Temperature()])
model.compile(keras.optimizers.SGD(0.5), loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
x = np.array([[4.0, 0.0, 0.0], [0.0, 5.0, 0.0], [0.0, 0.0, 3.0]], "float32")
model.fit(x, np.array([0, 2, 1]), epochs=3, verbose=0)
value = float(tf.exp(model.layers[-1].log_t)[0])
assert value == 1.0 and [v.name for v in model.trainable_variables] == ["kernel", "bias"]
print("OBSERVED none", "temperature still", value, "after 3 epochs")
