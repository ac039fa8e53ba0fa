#!/usr/bin/env python
# -*- coding: utf-8 -*-
# Doubles things.
def f(x):
    return x * 2
