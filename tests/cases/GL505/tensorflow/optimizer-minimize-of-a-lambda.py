# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'SGD' object has no attribute 'minimize'
import tensorflow as tf

position = tf.Variable([3.0, -2.0])
optimizer = tf.keras.optimizers.SGD(0.1)
bowl = lambda: tf.reduce_sum(position**2)  # noqa: E731
for _ in range(3):
    optimizer.minimize(bowl, [position])  # HAZARD GL505
print(position.numpy())
