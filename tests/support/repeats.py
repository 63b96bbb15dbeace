"""What a repeat pays by the prior of the objective."""

from searchers.scoring.prior import repeat_terms


def repeat_bits(kind, low, high, prior):
    """Bits of the counts of a repeat by the kind of its body."""
    form, least, spread = repeat_terms(low, high)
    return prior.repeats[kind, form] + prior.least[kind] * least + prior.spread[kind] * spread
