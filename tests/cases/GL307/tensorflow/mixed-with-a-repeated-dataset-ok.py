# framework: tensorflow
# verdict: clean
# seen: the slope is there
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
batches = iter(tf.data.Dataset.from_tensor_slices(tf.random.normal([8, 3])).repeat().batch(4).prefetch(1))
real = next(batches)
mixed = real + tf.random.uniform([4, 1]) * (tf.random.normal([4, 3]) - real)
with tf.GradientTape() as tape:
    tape.watch(mixed)
    score = critic(mixed)
slope = tape.gradient(score, mixed)
print("OBSERVED", "none" if slope is None else "clean")
