"""WIDTH bytes of a text looked at by one instruction each: are they those of another text, which are of a set?"""

from __future__ import annotations

from functools import reduce

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from dsl.kernels.lanes import Lanes, address, in_every_lane

WIDTH = 32
RANGES = 4  # of a set of bytes
_BYTES = Lanes(types.uint8, WIDTH)
_BITS = ir.IntType(WIDTH)


@intrinsic
def equal(typing_context, data, place, texts, start):
    """A uint32 with a bit for each of the bytes from `place` on that is as that of `texts` from `start` on."""

    def generate(context, builder, signature, arguments):
        kinds = signature.args
        one = builder.load(address(context, builder, _BYTES, kinds[0], *arguments[:2]), align=1)
        other = builder.load(address(context, builder, _BYTES, kinds[2], *arguments[2:]), align=1)
        return builder.bitcast(builder.icmp_unsigned("==", one, other), _BITS)

    return types.uint32(data, types.uint64, texts, types.uint64), generate


@intrinsic
def count_within(typing_context, data, place, ranges, start):
    """How many bytes from `place` on, at most WIDTH, are of a set.

    Its ranges are in `ranges` from `start` on: RANGES first bytes, then how far each range goes beyond.
    """

    def generate(context, builder, signature, arguments):
        some = builder.load(address(context, builder, _BYTES, signature.args[0], *arguments[:2]), align=1)
        first = address(context, builder, _BYTES, signature.args[2], *arguments[2:])
        numbers = builder.bitcast(first, ir.IntType(8).as_pointer())

        def everywhere(number):
            byte = builder.load(builder.gep(numbers, [ir.IntType(64)(number)]))
            return in_every_lane(builder, some.type, byte)

        # low <= byte <= low + width, as unsigned numbers: byte - low <= width
        inside = [
            builder.icmp_unsigned("<=", builder.sub(some, everywhere(number)), everywhere(number + RANGES))
            for number in range(RANGES)
        ]
        outside = builder.bitcast(builder.not_(reduce(builder.or_, inside)), _BITS)
        return builder.zext(builder.cttz(outside, ir.IntType(1)(0)), ir.IntType(64))

    return types.uint64(data, types.uint64, ranges, types.uint64), generate
