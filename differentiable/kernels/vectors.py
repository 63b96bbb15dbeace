"""Vectors of floating-point numbers for numba, as dsl.kernels.lanes; places in the flat arrays count numbers."""

from __future__ import annotations

from typing import Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dsl.kernels.lanes import Lanes, address, in_every_lane

LANES: Final = 8


@intrinsic
def load(typing_context, numbers, place):
    """The LANES numbers from `place` on."""

    def generate(context, builder, signature, arguments):
        first = address(context, builder, signature.return_type, signature.args[0], *arguments)
        return builder.load(first, align=numbers.dtype.bitwidth // 8)

    return Lanes(numbers.dtype, LANES)(numbers, types.intp), generate


@intrinsic
def store(typing_context, numbers, place, vector):
    """Write a vector from `place` on."""

    def generate(context, builder, signature, arguments):
        array_type, _, vector_type = signature.args
        first = address(context, builder, vector_type, array_type, arguments[0], arguments[1])
        builder.store(arguments[2], first, align=numbers.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(numbers, types.intp, vector), generate


@intrinsic
def spread(typing_context, number):
    """The number in every lane."""

    def generate(context, builder, signature, arguments):
        return in_every_lane(builder, context.get_data_type(signature.return_type), arguments[0])

    return Lanes(number, LANES)(number), generate


@intrinsic
def spread_from(typing_context, numbers, place):
    """The number at `place` in every lane, without numba's look whether the place is negative."""

    def generate(context, builder, signature, arguments):
        array, place = arguments
        data = context.make_array(signature.args[0])(context, builder, array).data
        vector = context.get_data_type(signature.return_type)
        return in_every_lane(builder, vector, builder.load(builder.gep(data, [place])))

    return Lanes(numbers.dtype, LANES)(numbers, types.intp), generate


@intrinsic
def multiply_add(typing_context, left, right, more):
    """left * right + more"""

    def generate(context, builder, signature, arguments):
        product = builder.fmul(arguments[0], arguments[1], flags=("contract",))
        return builder.fadd(product, arguments[2], flags=("contract",))

    return left(left, right, more), generate


@intrinsic
def product(typing_context, left, right):
    """left * right"""
    return left(left, right), lambda context, builder, signature, arguments: builder.fmul(*arguments)


@intrinsic
def total(typing_context, vector):
    """The sum of the lanes."""

    def generate(context, builder, signature, arguments):
        sums = arguments[0]
        for width in (4, 2, 1):  # halves are added until one number is left
            lanes = [lane + width if lane < width else lane for lane in range(LANES)]
            mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), lanes)
            sums = builder.fadd(sums, builder.shuffle_vector(sums, sums, mask))
        return builder.extract_element(sums, ir.IntType(32)(0))

    return vector.number(vector), generate
