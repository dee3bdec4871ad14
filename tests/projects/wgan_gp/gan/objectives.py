from gan.penalty import gradient_penalty


def critic_loss(critic, real, fake, weight=10.0):
    fake = fake.detach()
    return critic(fake).mean() - critic(real).mean() + weight * gradient_penalty(critic, real, fake)


def generator_loss(critic, fake):
    return -critic(fake).mean()
