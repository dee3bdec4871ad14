# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, "tanh"), keras.layers.Dense(1)])
xt = tf.random.uniform((5, 2))
with tf.GradientTape(persistent=True) as tape:
    tape.watch(xt)
    x, t = xt[:, :1], xt[:, 1:]
    u = net(xt)
u_x = tape.gradient(u, x)  # HAZARD GL311
print("OBSERVED", "none" if u_x is None else "clean")
