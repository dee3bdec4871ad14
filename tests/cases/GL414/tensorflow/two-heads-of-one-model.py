# framework: tensorflow
# verdict: wrong
# seen: the policy loss pushes on the head of the values
import tensorflow as tf

frames = tf.keras.Input((4,))
hidden = tf.keras.layers.Dense(16, activation="relu")(frames)
chances = tf.keras.layers.Dense(2, activation="softmax")(hidden)
head = tf.keras.layers.Dense(1)
model = tf.keras.Model(frames, [chances, head(hidden)])
optimizer = tf.keras.optimizers.Adam(0.01)
states, actions = tf.random.normal((6, 4)), tf.constant([0, 1, 1, 0, 1, 0])
returns = tf.random.normal((6,))
for _ in range(2):
    with tf.GradientTape() as tape:
        probabilities, values = model(states)
        picked = tf.gather(probabilities, actions, batch_dims=1)
        surplus = returns - tf.squeeze(values, 1)
        of_policy = -tf.reduce_mean(tf.math.log(picked + 1e-8) * surplus)  # HAZARD GL414
        of_values = tf.reduce_mean(tf.square(surplus))
        loss = of_policy + of_values
    slopes = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(slopes, model.trainable_variables))
with tf.GradientTape() as tape:
    parts = model(states)
    picked = tf.math.log(tf.gather(parts[0], actions, batch_dims=1))
    of_policy = tf.tensordot(picked, returns - tf.squeeze(parts[1], 1), 1)
slope = tape.gradient(of_policy, head.kernel)
print("OBSERVED", "wrong" if bool(tf.reduce_any(slope != 0.0)) else "clean")
