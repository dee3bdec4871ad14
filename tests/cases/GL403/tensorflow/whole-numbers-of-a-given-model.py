# framework: tensorflow
# verdict: none
# seen: [None, None]
import tensorflow as tf


def step(images, wanted, model, optimizer):
    with tf.GradientTape() as tape:
        made = model(images)
        loss = tf.reduce_mean(tf.abs(wanted - tf.cast(tf.cast(made, tf.int32), tf.float32)))  # HAZARD GL403
    found = tape.gradient(loss, model.trainable_variables)
    if any(each is not None for each in found):
        optimizer.apply_gradients(zip(found, model.trainable_variables))
    return found


if __name__ == "__main__":
    given = tf.ones((2, 4)), tf.ones((2, 3)), tf.keras.layers.Dense(3), tf.keras.optimizers.SGD(0.1)
    found = eval("step")(*given)
    assert len(found) == 2 and all(each is None for each in found)
