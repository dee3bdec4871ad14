# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net, tracker = keras.layers.Dense(1), keras.metrics.MeanSquaredError()
x, y = tf.random.normal((4, 2)), tf.random.normal((4, 1))
with tf.GradientTape() as tape:
    tracker.update_state(y, net(x))
    loss = tracker.result()  # HAZARD GL107
print("OBSERVED", "none" if tape.gradient(loss, net.trainable_variables)[0] is None else "clean")
