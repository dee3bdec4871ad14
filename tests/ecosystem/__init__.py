"""Real projects linted as a whole, compared with what a person made of every finding."""
