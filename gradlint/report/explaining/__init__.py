"""The answers of `gradlint explain`, as text, JSON, Markdown and a picture."""
