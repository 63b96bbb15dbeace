"""Vectors for numba: LANES machine words of 32 or 64 bits that one instruction handles together.

numba's own loops over lanes do not become vector code, so the type here maps to an LLVM vector. Words know `a & b`,
`a | b`, `a << bits`, and the functions below; those on floating-point numbers are in differentiable.kernels.vectors.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from dsl.kernels.batch import LANES


class Lanes(types.Type):  # type: ignore[misc]
    """The numba type of some numbers side by side."""

    def __init__(self, number: types.Number, count: int = LANES) -> None:
        self.number, self.count = number, count
        super().__init__(name=f"Lanes({number}, {count})")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, ir.VectorType(manager.lookup(lanes.number).get_value_type(), lanes.count))


def address(context: Any, builder: ir.IRBuilder, lanes: Lanes, array_type: Any, array: Any, place: Any) -> Any:
    """Where the lanes from `place` on lie in a flat array."""
    first = builder.gep(context.make_array(array_type)(context, builder, array).data, [place])
    return builder.bitcast(first, context.get_data_type(lanes).as_pointer())


def in_every_lane(builder: ir.IRBuilder, vector: ir.VectorType, number: ir.Value) -> ir.Value:
    """A vector of one number."""
    single = builder.insert_element(vector(ir.Undefined), number, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None)
    return builder.shuffle_vector(single, vector(ir.Undefined), zeros)


def _row(context: Any, builder: ir.IRBuilder, array_type: Any, array: Any, row: Any) -> Any:
    place = builder.mul(row, row.type(LANES))
    return address(context, builder, Lanes(array_type.dtype), array_type, array, place)


@intrinsic
def load(typing_context, words, row):
    """The lanes in row `row` of a flat array of words, LANES words a row."""

    def generate(context, builder, signature, arguments):
        place = _row(context, builder, signature.args[0], *arguments)
        return builder.load(place, align=words.dtype.bitwidth // 8)

    return Lanes(words.dtype)(words, types.intp), generate


@intrinsic
def store(typing_context, words, row, lanes):
    """Write lanes to row `row` of a flat array of words."""

    def generate(context, builder, signature, arguments):
        place = _row(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], place, align=words.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(words, types.intp, lanes), generate


@intrinsic
def spread(typing_context, words, mask):
    """The uint64 `mask` in every lane, cut to the width of the words in the array `words`."""

    def generate(context, builder, signature, arguments):
        vector = context.get_data_type(signature.return_type)
        word = arguments[1] if words.dtype.bitwidth == 64 else builder.trunc(arguments[1], vector.element)
        return in_every_lane(builder, vector, word)

    return Lanes(words.dtype)(words, types.uint64), generate


@intrinsic
def where_any(typing_context, condition, lanes):
    """`lanes` where the lane of `condition` has a bit, else 0."""

    def generate(context, builder, signature, arguments):
        zero = ir.Constant(arguments[0].type, None)
        return builder.select(builder.icmp_unsigned("!=", arguments[0], zero), arguments[1], zero)

    return condition(condition, lanes), generate


@intrinsic
def _and(typing_context, left, right):
    return left(left, right), lambda context, builder, signature, arguments: builder.and_(*arguments)


@intrinsic
def _or(typing_context, left, right):
    return left(left, right), lambda context, builder, signature, arguments: builder.or_(*arguments)


@intrinsic(prefer_literal=True)
def _shift_left(typing_context, lanes, bits):
    def generate(context, builder, signature, arguments):
        vector = arguments[0].type
        return builder.shl(arguments[0], ir.Constant(vector, [bits.literal_value] * LANES))

    return lanes(lanes, bits), generate


@overload(operator.and_)
def _overload_and(left, right):
    if isinstance(left, Lanes) and left == right:
        return lambda left, right: _and(left, right)
    return None


@overload(operator.or_)
def _overload_or(left, right):
    if isinstance(left, Lanes) and left == right:
        return lambda left, right: _or(left, right)
    return None


@overload(operator.lshift, prefer_literal=True)
def _overload_shift(lanes, bits):
    if isinstance(lanes, Lanes):
        return lambda lanes, bits: _shift_left(lanes, bits)
    return None
