# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

frames = tf.keras.Input((4,))
hidden = tf.keras.layers.Dense(16, activation="relu")(frames)
chances = tf.keras.layers.Dense(2, activation="softmax")(hidden)
model = tf.keras.Model(frames, [chances, tf.keras.layers.Dense(1)(hidden)])
optimizer = tf.keras.optimizers.Adam(0.01)
states, actions = tf.random.normal((6, 4)), tf.constant([0, 1, 1, 0, 1, 0])
returns = tf.random.normal((6,))
for _ in range(2):
    with tf.GradientTape() as tape:
        probabilities, values = model(states)
        picked = tf.gather(probabilities, actions, batch_dims=1)
        surplus = returns - tf.squeeze(values, 1)
        of_policy = -tf.reduce_mean(tf.math.log(picked + 1e-8) * tf.stop_gradient(surplus))
        loss = of_policy + tf.reduce_mean(tf.square(surplus))
    slopes = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(slopes, model.trainable_variables))
print("OBSERVED", "clean" if all(each is not None for each in slopes) else "none")
