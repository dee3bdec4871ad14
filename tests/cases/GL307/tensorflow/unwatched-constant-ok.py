# framework: tensorflow
# verdict: clean
# seen: channel gradients are the head's column over the map size
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(9)
inputs = keras.Input((6, 6, 1))
maps = keras.layers.Conv2D(4, 3, activation="relu", name="last_conv")(inputs)
pooled = keras.layers.GlobalAveragePooling2D()(maps)
head = keras.layers.Dense(3, name="head")
model = keras.Model(inputs, head(pooled))
cam_model = keras.Model(model.inputs, [model.get_layer("last_conv").output, model.output])


def grad_cam(image):
    with tf.GradientTape() as tape:
        conv_out, scores = cam_model(image)
        top = tf.argmax(scores[0])
        top_score = scores[:, top]
    grads = tape.gradient(top_score, conv_out)
    weights = tf.reduce_mean(grads, axis=(1, 2))
    return tf.nn.relu(tf.einsum("bhwc,bc->bhw", conv_out, weights)), grads, int(top)


heat, grads, top = grad_cam(tf.random.uniform((1, 6, 6, 1)))
expected = head.kernel.numpy()[:, top] / 16.0
assert heat.shape == (1, 4, 4) and np.allclose(grads[0, 0, 0], expected, atol=1e-6)
print("OBSERVED clean", "channel gradients are the head's column over the map size")
