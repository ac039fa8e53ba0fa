"""A module of the project with the name of the library."""


def function(f):  # fact: hybrid=false called=true tensor_computation=false
    return f


def square(x):  # fact: tensor_parameter=false x:primitive
    return x * x
