import differentiable


def test_all_names_come_with_a_star_and_are_listed():
    namespace = {}
    exec("from differentiable import *", namespace)
    assert set(differentiable.__all__) == set(differentiable._HOMES) <= namespace.keys()
    assert set(differentiable.__all__) <= set(dir(differentiable))
