"""A loop over many functions calls each of them."""

import tensorflow as tf


def f1(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 1.0


def f2(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 2.0


def f3(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 3.0


def f4(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 4.0


def f5(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 5.0


def f6(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 6.0


def f7(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 7.0


def f8(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 8.0


def f9(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 9.0


def f10(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 10.0


def f11(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 11.0


def f12(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 12.0


def f13(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 13.0


def f14(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 14.0


def f15(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 15.0


def f16(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 16.0


def f17(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 17.0


def f18(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 18.0


def f19(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 19.0


def f20(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 20.0


def f21(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 21.0


def f22(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 22.0


def f23(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 23.0


def f24(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 24.0


def f25(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 25.0


def f26(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 26.0


def f27(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 27.0


def f28(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 28.0


def f29(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 29.0


def f30(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 30.0


def f31(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 31.0


def f32(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 32.0


def f33(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 33.0


def f34(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 34.0


def f35(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 35.0


def f36(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 36.0


def f37(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x * 37.0


def by_name(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return x + 1.0


value = tf.constant([1.0, 2.0])
for f in (
    f1,
    f2,
    f3,
    f4,
    f5,
    f6,
    f7,
    f8,
    f9,
    f10,
    f11,
    f12,
    f13,
    f14,
    f15,
    f16,
    f17,
    f18,
    f19,
    f20,
    f21,
    f22,
    f23,
    f24,
    f25,
    f26,
    f27,
    f28,
    f29,
    f30,
    f31,
    f32,
    f33,
    f34,
    f35,
    f36,
    f37,
):
    f(value)

for name, g in {"one": f1, "by_name": by_name}.items():
    g(value)
