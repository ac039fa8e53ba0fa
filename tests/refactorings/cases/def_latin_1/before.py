# -*- coding: latin-1 -*-
# Größe
import os


def f(größe):
    return 'é', größe
