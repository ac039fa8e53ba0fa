# Copyright of somebody.
#
# All rights reserved.

# doubles
def f(x):
    return x * 2
