import unguarded

unguarded.run(2)
