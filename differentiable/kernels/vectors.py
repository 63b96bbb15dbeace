"""Vectors of floating-point numbers for numba: LANES numbers that one instruction handles together.

numba's own loops over so few numbers do not become vector code, so the type here maps to an LLVM vector. Arrays are
flat, and places in them count numbers.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

LANES: Final = 8


class Vector(types.Type):  # type: ignore[misc]
    """The numba type of LANES numbers."""

    def __init__(self, number: types.Float) -> None:
        self.number = number
        super().__init__(name=f"Vector({number})")


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, vector: Vector) -> None:
        element = ir.FloatType() if vector.number.bitwidth == 32 else ir.DoubleType()
        super().__init__(manager, vector, ir.VectorType(element, LANES))


def _address(context: Any, builder: ir.IRBuilder, array_type: Any, array: Any, place: Any) -> Any:
    first = builder.gep(context.make_array(array_type)(context, builder, array).data, [place])
    return builder.bitcast(first, context.get_data_type(Vector(array_type.dtype)).as_pointer())


@intrinsic
def load(typing_context, numbers, place):
    """The LANES numbers from `place` on."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], *arguments)
        return builder.load(address, align=numbers.dtype.bitwidth // 8)

    return Vector(numbers.dtype)(numbers, types.intp), generate


@intrinsic
def store(typing_context, numbers, place, vector):
    """Write a vector from `place` on."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], address, align=numbers.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(numbers, types.intp, vector), generate


def _spread(builder: ir.IRBuilder, vector: ir.VectorType, number: ir.Value) -> ir.Value:
    single = builder.insert_element(vector(ir.Undefined), number, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(single, vector(ir.Undefined), zeros)


@intrinsic
def spread(typing_context, number):
    """The number in every lane."""

    def generate(context, builder, signature, arguments):
        return _spread(builder, context.get_data_type(signature.return_type), arguments[0])

    return Vector(number)(number), generate


@intrinsic
def spread_from(typing_context, numbers, place):
    """The number at `place` in every lane, without numba's look whether the place is negative."""

    def generate(context, builder, signature, arguments):
        array, place = arguments
        data = context.make_array(signature.args[0])(context, builder, array).data
        vector = context.get_data_type(signature.return_type)
        return _spread(builder, vector, builder.load(builder.gep(data, [place])))

    return Vector(numbers.dtype)(numbers, types.intp), generate


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
