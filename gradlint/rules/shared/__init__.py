"""What the rules share: drafts and their wording, and the tools that fixes are made with."""
