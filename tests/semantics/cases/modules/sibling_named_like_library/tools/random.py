def random():  # fact: called=false
    return 0.5
