# framework: tensorflow
# verdict: zero
# seen: zero
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3), keras.layers.Softmax()])
x = tf.Variable(tf.random.normal((1, 4)))
with tf.GradientTape() as tape:
    probs = net(x)
saliency = tape.gradient(probs, x)  # HAZARD GL504
print("OBSERVED", "zero" if abs(saliency.numpy()).max() < 1e-5 else "clean")
