# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(6, "tanh"), keras.layers.Dense(1)])
xt = tf.random.uniform((5, 2))
with tf.GradientTape(persistent=True) as outer:
    outer.watch(xt)
    with tf.GradientTape() as inner:
        inner.watch(xt)
        u = net(xt)
    du = inner.gradient(u, xt)
    u_x, u_t = du[:, 0], du[:, 1]
u_xx = outer.gradient(u_x, xt)[:, 0]
with tf.GradientTape() as tape:
    tape.watch(xt)
    probs = tf.nn.softmax(net(xt) * [[1.0, -1.0]])
    top = tf.reduce_max(probs, axis=-1)
saliency = tape.gradient(top, xt)
with tf.GradientTape() as tape:
    tape.watch(xt)
    y = net(xt)
jac = tape.batch_jacobian(y, xt)
print("OBSERVED", "clean" if u_xx.numpy().any() and saliency is not None and jac.shape == (5, 1, 2) else "none")
