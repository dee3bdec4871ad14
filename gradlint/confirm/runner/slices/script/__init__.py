"""The stand-alone script that is made of a plan, and trying it."""
