from ppo.losses import ppo_loss
from ppo.policy import ActorCritic
from ppo.rollout import collect

__all__ = ["ActorCritic", "collect", "ppo_loss"]
