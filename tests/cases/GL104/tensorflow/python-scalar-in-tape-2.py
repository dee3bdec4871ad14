# framework: tensorflow
# verdict: raises
# seen: TypeError: Cannot convert the argument `type_value`:
import tensorflow as tf

slope = tf.Variable(0.1)
intercept = tf.Variable(0.0)
points = [(1.0, 2.0), (2.0, 4.1), (3.0, 5.9)]

for epoch in range(3):
    with tf.GradientTape() as tape:
        total = 0.0
        for x, y in points:
            residual = slope * x + intercept - y
            total += float(tf.square(residual))  # HAZARD GL104
        total /= len(points)
    d_slope, d_intercept = tape.gradient(total, [slope, intercept])
    slope.assign_sub(0.05 * d_slope)
    intercept.assign_sub(0.05 * d_intercept)
print("slope", slope.numpy(), "intercept", intercept.numpy())
