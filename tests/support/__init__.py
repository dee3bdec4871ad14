"""What several tests share: running code under a framework and judging the gradients it computes."""
