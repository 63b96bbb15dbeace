"""Vectors of machine words for numba: LANES words of 32 or 64 bits that one instruction handles together.

numba's own loops over lanes do not become vector code, so the type here maps to an LLVM vector. It knows `a & b`,
`a | b`, `a << bits`, and the functions below.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from dsl.kernels.batch import LANES


class Lanes(types.Type):  # type: ignore[misc]
    """The numba type of LANES words."""

    def __init__(self, word: types.Integer) -> None:
        self.word = word
        super().__init__(name=f"Lanes({word})")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, lanes: Lanes) -> None:
        super().__init__(manager, lanes, ir.VectorType(ir.IntType(lanes.word.bitwidth), LANES))


def _address(context: Any, builder: ir.IRBuilder, array_type: Any, array: Any, row: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    first = builder.gep(data, [builder.mul(row, row.type(LANES))])
    return builder.bitcast(first, context.get_data_type(Lanes(array_type.dtype)).as_pointer())


@intrinsic
def load(typing_context, words, row):
    """The lanes in row `row` of a flat array of words, LANES words a row."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], *arguments)
        return builder.load(address, align=words.dtype.bitwidth // 8)

    return Lanes(words.dtype)(words, types.intp), generate


@intrinsic
def store(typing_context, words, row, lanes):
    """Write lanes to row `row` of a flat array of words."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], address, align=words.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(words, types.intp, lanes), generate


@intrinsic
def spread(typing_context, words, mask):
    """The uint64 `mask` in every lane, cut to the width of the words in the array `words`."""

    def generate(context, builder, signature, arguments):
        vector = context.get_data_type(signature.return_type)
        word = arguments[1] if words.dtype.bitwidth == 64 else builder.trunc(arguments[1], vector.element)
        single = builder.insert_element(vector(ir.Undefined), word, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        return builder.shuffle_vector(single, vector(ir.Undefined), zeros)

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
