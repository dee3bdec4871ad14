# framework: tensorflow
# verdict: clean
# seen: the gradients of a copy move the weights that it was copied from, and all is well
import tensorflow as tf

tf.random.set_seed(0)


def make():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])


shared, worker = make(), make()
opt = tf.keras.optimizers.SGD(0.1)
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
losses = []
for _ in range(5):
    worker.set_weights(shared.get_weights())
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((worker(x) - y) ** 2)
    grads = tape.gradient(loss, worker.trainable_variables)
    opt.apply_gradients(zip(grads, shared.trainable_variables))
    losses.append(float(loss))
assert losses[-1] < losses[0]

clipped = [(tf.clip_by_norm(g, 1.0), v) for g, v in zip(grads, shared.trainable_variables)]
opt.apply_gradients(clipped)
