"""The language server: findings while one types, quick fixes, the rule's page, and proof on request."""
