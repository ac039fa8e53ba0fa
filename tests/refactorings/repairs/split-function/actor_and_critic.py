import tensorflow as tf


class Agent:
    def __init__(self):
        constant = tf.keras.initializers.Constant(0.2)
        self.actor = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, "tanh", kernel_initializer=constant)])
        self.critic = tf.keras.Sequential([tf.keras.Input((5,)), tf.keras.layers.Dense(1, kernel_initializer=constant)])
        self.actor_optimizer = tf.keras.optimizers.Adam(0.01)
        self.critic_optimizer = tf.keras.optimizers.Adam(0.01)

    def update(self, states, actions, rewards):
        with tf.GradientTape() as tape:
            values = self.critic(tf.concat([states, actions], 1))
            critic_loss = tf.reduce_mean(tf.square(values - rewards))
        grads = tape.gradient(critic_loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(grads, self.critic.trainable_variables))
        if float(critic_loss) > 1e6:
            raise ValueError("the critic diverges")
        with tf.GradientTape() as tape:
            actor_loss = -tf.reduce_mean(self.critic(tf.concat([states, self.actor(states)], 1)))
        grads = tape.gradient(actor_loss, self.actor.trainable_variables)
        self.actor_optimizer.apply_gradients(zip(grads, self.actor.trainable_variables))
        return float(critic_loss), float(actor_loss)


agent = Agent()
states = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
for _ in range(4):
    result = agent.update(states, states[:, :2], states[:, 2:])
    print(["%.5f" % each for each in result])
