"""Costs in lanes (see dsl.kernels.lanes): addition that stops at the largest word, minimum, and comparison."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dsl.kernels.batch import LANES


@intrinsic
def add(typing_context, left, right):
    """The sum in each lane, at most the largest number a word holds."""

    def generate(context, builder, signature, arguments):
        vector = arguments[0].type
        name = f"llvm.uadd.sat.v{vector.count}i{vector.element.width}"
        function = builder.module.declare_intrinsic(name, (), ir.FunctionType(vector, [vector, vector]))
        return builder.call(function, arguments)

    return left(left, right), generate


@intrinsic
def least(typing_context, left, right):
    """The smaller of two words in each lane."""

    def generate(context, builder, signature, arguments):
        return builder.select(builder.icmp_unsigned("<", *arguments), *arguments)

    return left(left, right), generate


@intrinsic
def any_below(typing_context, left, right):
    """Whether `left` is smaller than `right` in some lane."""

    def generate(context, builder, signature, arguments):
        smaller = builder.icmp_unsigned("<", *arguments)
        word = ir.IntType(LANES)
        return builder.icmp_unsigned("!=", builder.bitcast(smaller, word), word(0))

    return types.boolean(left, right), generate
