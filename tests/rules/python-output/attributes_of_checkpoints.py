"""What a checkpoint saves are its attributes: to use them writes no file."""

import tempfile

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=tf.keras.optimizers.SGD(0.1))
manager = tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), max_to_keep=1)


# tf: same
def step(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(checkpoint.model(x, training=True)))
    variables = checkpoint.model.trainable_variables
    checkpoint.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    checkpoint.step.assign_add(1)
    return loss


# tf: raises AttributeError "AttributeError: 'NoneType' object has no attribute 'run'"
def saved(x):  # expect: HYB101
    manager.save()
    return x * 2.0


for _ in range(3):
    print(step(tf.ones([4, 2])), saved(tf.ones([2])))
print(checkpoint.step.numpy())
