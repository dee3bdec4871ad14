# framework: tensorflow
# verdict: wrong
# seen: the clipped gradients are dropped, the step has its full length
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
x = tf.ones((2, 3)) * 100.0
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(x) - 5.0) ** 2)
grads = tape.gradient(loss, model.trainable_variables)
for grad in grads:
    tf.clip_by_value(grad, -1.0, 1.0)  # HAZARD GL208
optimizer.apply_gradients(zip(grads, model.trainable_variables))
print("OBSERVED", "wrong" if max(float(tf.reduce_max(tf.abs(g))) for g in grads) > 1.0 else "clean")
