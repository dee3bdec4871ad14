"""What runs inside the user's program: probes at flagged lines, hooks on the frameworks, a record of both.

It uses the standard library, and of the frameworks only what the program has imported by itself. It imports nothing
else of gradlint: the user's interpreter need not have it.
"""
