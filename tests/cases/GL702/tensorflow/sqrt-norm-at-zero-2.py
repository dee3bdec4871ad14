# framework: tensorflow
# verdict: nan
# seen: perturbation is nan after one step
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
classifier = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
xent = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.SGD(0.1)
x, label = tf.random.normal((1, 4)), tf.constant([2])
delta = tf.Variable(tf.zeros((1, 4)))
with tf.GradientTape() as tape:
    size = tf.norm(delta)  # HAZARD GL702
    loss = 0.05 * size - xent(label, classifier(x + delta))
optimizer.apply_gradients([(tape.gradient(loss, delta), delta)])
assert bool(tf.reduce_all(tf.math.is_nan(delta)))
print("OBSERVED nan", "perturbation is nan after one step")
