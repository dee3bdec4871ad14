# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'tensorflow.python.framework.ops.EagerTensor' object has no attribute '_unique_id'
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(1e-3)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(net(tf.ones((4, 2))) ** 2)
grads = tape.gradient(loss, net.trainable_variables)
opt.apply_gradients(zip(net.trainable_variables, grads))  # HAZARD GL505
