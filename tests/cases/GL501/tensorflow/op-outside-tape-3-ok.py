# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
backbone, head = keras.layers.Dense(2), keras.layers.Dense(3)
opt = keras.optimizers.Adam(1e-2)
data = tf.data.Dataset.from_tensor_slices(tf.random.normal((8, 3))).batch(4)
ema = None
for x in data:
    features = backbone(x)
    target = tf.reduce_mean(x, axis=0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((head(features) - target) ** 2)
    grads = tape.gradient(loss, head.trainable_variables)
    opt.apply_gradients(zip(grads, head.trainable_variables))
    ema = loss if ema is None else 0.9 * ema + 0.1 * loss
print("OBSERVED", "clean" if grads[0] is not None and float(ema) > 0 else "none")
