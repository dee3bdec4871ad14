# framework: tensorflow
# verdict: none
# seen: time derivative None
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])


def time_derivative(points):
    with tf.GradientTape() as tape:
        tape.watch(points)
        u = net(points)
    return tape.gradient(u, points[:, 0:1])  # HAZARD GL311


txy = tf.random.uniform((5, 2))
u_t = time_derivative(txy)
assert u_t is None
print("OBSERVED none", "time derivative", u_t)
