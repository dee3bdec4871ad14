"""x"""
def check_differences(tree, done): return []
