# framework: tensorflow
# verdict: clean
# seen: step 1.0 times that of the full batch
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, use_bias=False)])
optimizer = keras.optimizers.SGD(0.01)
mse = keras.losses.MeanSquaredError()
x, y = tf.random.normal((32, 3)), tf.random.normal((32, 1))
micro_batches = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
accumulation_steps = 4
accumulated = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
start = model.get_weights()[0]

for step, (xb, yb) in enumerate(micro_batches):
    with tf.GradientTape() as tape:
        loss = mse(yb, model(xb, training=True)) / accumulation_steps
    grads = tape.gradient(loss, model.trainable_variables)
    for slot, grad in zip(accumulated, grads):
        slot.assign_add(grad)
    if (step + 1) % accumulation_steps == 0:
        optimizer.apply_gradients(zip(accumulated, model.trainable_variables))
        for slot in accumulated:
            slot.assign(tf.zeros_like(slot))

full = 2.0 * x.numpy().T @ (x.numpy() @ start - y.numpy()) / 32
ratio = (start - model.get_weights()[0]) / (0.01 * full)
assert np.allclose(ratio, 1.0, rtol=1e-3)
print("OBSERVED clean", "step", round(float(ratio[0, 0]), 2), "times that of the full batch")
