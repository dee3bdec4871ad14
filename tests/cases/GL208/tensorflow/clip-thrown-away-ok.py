# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.ones((2, 3)) * 100.0
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(x) - 5.0) ** 2)
grads = tape.gradient(loss, model.trainable_variables)
grads, norm = tf.clip_by_global_norm(grads, 1.0)
print(tf.clip_by_value(norm, 0.0, 10.0))
optimizer.apply_gradients(zip(grads, model.trainable_variables))
print("OBSERVED", "wrong" if max(float(tf.reduce_max(tf.abs(g))) for g in grads) > 1.0 else "clean")
