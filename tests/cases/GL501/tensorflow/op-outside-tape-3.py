# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(1)])
opt = keras.optimizers.Adam()


def train_step(x, y):
    pred = model(x, training=True)  # HAZARD GL501
    with tf.GradientTape() as tape:
        loss = keras.losses.MeanSquaredError()(y, pred)
    return tape.gradient(loss, model.trainable_variables)


g = train_step(tf.random.normal((4, 3)), tf.random.normal((4, 1)))
print("OBSERVED", "none" if g[0] is None else "clean")
