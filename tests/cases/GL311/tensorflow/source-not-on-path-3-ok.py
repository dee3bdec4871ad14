# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, "tanh"), keras.layers.Dense(1)])
xt = tf.random.uniform((5, 2))


def residual(xt, nu=0.1):
    x, t = xt[:, :1], xt[:, 1:]
    with tf.GradientTape() as second:
        second.watch(x)
        with tf.GradientTape(persistent=True) as first:
            first.watch([x, t])
            u = net(tf.concat([x, t], axis=1))
        u_x = first.gradient(u, x)
        u_t = first.gradient(u, t)
    u_xx = second.gradient(u_x, x)
    return u_t + u * u_x - nu * u_xx


opt = keras.optimizers.Adam(1e-2)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(residual(xt) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients((g, v) for g, v in zip(grads, net.trainable_variables) if g is not None)
print("OBSERVED", "clean" if grads[0].numpy().any() else "none")
