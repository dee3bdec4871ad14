# framework: tensorflow
# verdict: wrong
# seen: the policy loss pushes on the head of the values
import tensorflow as tf


def make():
    frames = tf.keras.Input((3,))
    hidden = tf.keras.layers.Dense(8, activation="tanh")(frames)
    chances = tf.keras.layers.Dense(4, activation="softmax")(hidden)
    value = tf.keras.layers.Dense(1)
    return tf.keras.Model(inputs=frames, outputs=[chances, value(hidden)]), value


model, value = make()
optimizer = tf.keras.optimizers.SGD(0.1)


def learn(states, actions, returns):
    with tf.GradientTape() as tape:
        outputs = model(states)
        chance = tf.reduce_sum(outputs[0] * tf.one_hot(actions, 4), axis=1)
        surplus = returns - outputs[1][:, 0]
        loss = tf.reduce_mean(-tf.math.log(chance) * surplus) + tf.reduce_mean(surplus**2)  # HAZARD GL414
    slopes = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(slopes, model.trainable_variables))


states, actions, returns = tf.random.normal((6, 3)), tf.constant([0, 3, 2, 1, 0, 2]), tf.random.normal((6,))
learn(states, actions, returns)
with tf.GradientTape() as tape:
    outputs = model(states)
    chance = tf.math.log(tf.gather(outputs[0], actions, batch_dims=1))
    of_policy = tf.tensordot(chance, returns - outputs[1][:, 0], 1)
slope = tape.gradient(of_policy, value.kernel)
print("OBSERVED", "wrong" if bool(tf.reduce_any(slope != 0.0)) else "clean")
