"""What runs in the user's interpreter: the standard library and a framework, nothing else of gradlint."""
