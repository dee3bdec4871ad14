# framework: tensorflow
# verdict: none
# seen: curvature None
import keras
import tensorflow as tf

keras.utils.set_random_seed(0)
hidden = keras.layers.Dense(10, activation="tanh")
u_net = keras.Sequential([keras.Input((1,)), hidden, keras.layers.Dense(1)])


def second_derivative(x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            u = u_net(x)
    u_x = inner.gradient(u, x)  # HAZARD GL503
    return outer.gradient(u_x, x)


u_xx = second_derivative(tf.reshape(tf.linspace(0.0, 1.0, 6), (6, 1)))
assert u_xx is None
print("OBSERVED none", "curvature", u_xx)
