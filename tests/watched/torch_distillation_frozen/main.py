# hazard: GL402
# without gradient: features.weight features.bias
from distil.training import main

main()
