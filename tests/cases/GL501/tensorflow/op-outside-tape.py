# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.01)
loss_fn = keras.losses.MeanSquaredError()
x = tf.random.normal((16, 2))
y = tf.reduce_sum(x, axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)

for epoch in range(2):
    for xb, yb in dataset:
        pred = model(xb, training=True)  # HAZARD GL501
        with tf.GradientTape() as tape:
            loss = loss_fn(yb, pred)
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(grads, model.trainable_weights))
    print("epoch", epoch, float(loss))
