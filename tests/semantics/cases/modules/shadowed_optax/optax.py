STEPS = []


def update(x):  # fact: side_effects=true tensor_parameter=true refusals=python-side-effect
    STEPS.append(1)
    return x * 0.5
