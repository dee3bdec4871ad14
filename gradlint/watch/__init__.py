"""`gradlint run`: the user's own program runs as usual, and the flagged lines are watched as it does.

This is the host's side: what is watched, the process, and what follows from what was seen. `inside` is the part that
runs in the program.
"""
