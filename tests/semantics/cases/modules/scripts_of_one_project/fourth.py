"""Sets an option as a program, and as a command of whoever imports it."""

import options


def set_width():
    for number in range(3):
        options.WIDTH["value"] = float(number)


def command():
    set_width()


if __name__ == "__main__":
    set_width()
