import guarded

guarded.run(2)
