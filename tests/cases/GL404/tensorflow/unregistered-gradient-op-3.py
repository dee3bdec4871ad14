# framework: tensorflow
# verdict: raises
# seen: tensorflow.python.autograph.impl.api.StagingError: in user code:
import tensorflow as tf

image = tf.Variable(tf.random.uniform((1, 4, 4, 3)))


@tf.function
def step():
    with tf.GradientTape() as tape:
        warm = tf.image.adjust_saturation(image, 1.5)  # HAZARD GL404
        loss = tf.reduce_mean(warm ** 2)
    return tape.gradient(loss, image)


step()
