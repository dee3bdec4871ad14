# framework: tensorflow
# verdict: raises
# seen: TypeError: 'NoneType' object is not iterable
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.RMSprop(1e-3)
huber = keras.losses.Huber()
data = tf.data.Dataset.from_tensor_slices((tf.random.normal((12, 3)), tf.ones((12, 1)))).batch(4)


def train_one_epoch(dataset):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = huber(y, model(x, training=True))
        grads = tape.gradient(model.trainable_variables, loss)  # HAZARD GL311
        optimizer.apply_gradients(zip(grads, model.trainable_variables))


train_one_epoch(data)
