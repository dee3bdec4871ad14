# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
heads = [keras.layers.Dense(1) for _ in range(3)]
optimizer = keras.optimizers.SGD(0.1)
total_loss = tf.Variable(0.0, trainable=False)


def multi_task_step(x, targets):
    total_loss.assign(0.0)
    with tf.GradientTape() as tape:
        for head, y in zip(heads, targets):
            total_loss.assign_add(tf.reduce_mean(tf.square(head(x) - y)))  # HAZARD GL209
        objective = tf.convert_to_tensor(total_loss)
    variables = [v for head in heads for v in head.trainable_variables]
    grads = tape.gradient(objective, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return objective


print(multi_task_step(tf.ones((4, 2)), [tf.zeros((4, 1))] * 3))
