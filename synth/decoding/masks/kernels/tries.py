"""Tries in preorder: a node's subtree is the nodes from it to `ends[node]`, its children are one deeper."""

from __future__ import annotations

import numpy as np

from dsl.kernels.compilation.decorators import device, entry


@entry
def byte_trie(data, offsets):
    """The trie of sorted byte strings: of each node its byte, depth, end and first string.

    String i is data[offsets[i]:offsets[i + 1]]; the strings that end at a node are those from firsts[node] to the first
    one that is longer. Node 0 is the root.
    """
    most = data.size + 1
    bytes_read = np.zeros(most, dtype=np.uint8)
    depths = np.zeros(most, dtype=np.int32)
    firsts = np.zeros(most + 1, dtype=np.int32)
    count = 1
    for string in range(offsets.size - 1):
        begin, length = offsets[string], offsets[string + 1] - offsets[string]
        shared = 0
        if string > 0:
            before = offsets[string - 1]
            most_shared = min(length, begin - before)
            while shared < most_shared and data[before + shared] == data[begin + shared]:
                shared += 1
        for place in range(shared, length):
            bytes_read[count] = data[begin + place]
            depths[count] = place + 1
            firsts[count] = string
            count += 1
    firsts[count] = offsets.size - 1
    # strings that end at a node come before all longer ones: its first string is its own or a child's
    return bytes_read[:count].copy(), depths[:count].copy(), ends_of(depths[:count]), firsts[: count + 1].copy()


@device
def ends_of(depths):
    """Where the subtree of each node ends."""
    ends = np.empty(depths.size, dtype=np.int32)
    open_nodes = np.empty(depths.max() + 1, dtype=np.int32)
    depth = 0
    open_nodes[0] = 0
    for node in range(1, depths.size):
        while depth >= depths[node]:
            ends[open_nodes[depth]] = node
            depth -= 1
        depth = depths[node]
        open_nodes[depth] = node
    while depth >= 0:
        ends[open_nodes[depth]] = depths.size
        depth -= 1
    return ends


@entry
def spell(bytes_read, depths, ends, firsts, decoder, start, atoms, usable):
    """The trie of strings of symbols that byte strings spell, read by `decoder` from its state `start` on.

    decoder[state, byte] is a symbol: below `atoms` a character was completed, above it is the state symbol - atoms + 1
    inside a character, -1 is no UTF-8. What is not `usable` is left out. A string that ends inside a character ends in
    a node of that symbol. Gives of each node its symbol, depth, end and first string, and the strings by node.
    """
    most = bytes_read.size + firsts[-1] + 1
    symbols = np.empty(most, dtype=np.int32)
    children = np.empty(most, dtype=np.int32)
    siblings = np.empty(most, dtype=np.int32)
    children[0] = siblings[0] = -1
    symbols[0] = -1
    homes = np.full(firsts[-1], -1, dtype=np.int32)
    reading = np.empty(depths.max() + 1, dtype=np.int32)
    places = np.empty(depths.max() + 1, dtype=np.int32)
    reading[0], places[0] = start, 0
    count = 1
    node = 1
    while node < bytes_read.size:
        depth = depths[node]
        symbol = decoder[reading[depth - 1], bytes_read[node]]
        if symbol < 0 or not usable[symbol]:
            node = ends[node]
            continue
        place = places[depth - 1]
        if symbol < atoms:
            place, count = child(symbols, children, siblings, place, symbol, count)
            reading[depth] = 0
        else:
            reading[depth] = symbol - atoms + 1
        places[depth] = place
        following = firsts[node + 1] if node + 1 < bytes_read.size else firsts[-1]
        if following > firsts[node] and symbol >= atoms:
            place, count = child(symbols, children, siblings, place, symbol, count)
        for string in range(firsts[node], following):
            homes[string] = place
        node += 1
    return in_preorder(symbols, children, siblings, count, homes)


@device
def child(symbols, children, siblings, place, symbol, count):
    """The child of a node by its symbol, and how many nodes there are then."""
    found = children[place]
    while found >= 0:
        if symbols[found] == symbol:
            return found, count
        found = siblings[found]
    symbols[count] = symbol
    children[count] = -1
    siblings[count] = children[place]
    children[place] = count
    return count, count + 1


@device
def in_preorder(symbols, children, siblings, count, homes):
    """The same trie numbered in preorder, and the strings sorted by their nodes."""
    numbers = np.empty(count, dtype=np.int32)
    ordered = np.empty(count, dtype=np.int32)
    depths = np.empty(count, dtype=np.int32)
    pending = np.empty(count, dtype=np.int32)
    pending_depths = np.empty(count, dtype=np.int32)
    pending[0] = pending_depths[0] = 0
    waiting, placed = 1, 0
    while waiting > 0:
        waiting -= 1
        node, depth = pending[waiting], pending_depths[waiting]
        numbers[node] = placed
        ordered[placed] = symbols[node]
        depths[placed] = depth
        placed += 1
        following = children[node]
        while following >= 0:
            pending[waiting] = following
            pending_depths[waiting] = depth + 1
            waiting += 1
            following = siblings[following]
    firsts = np.zeros(count + 1, dtype=np.int32)
    for home in homes:
        if home >= 0:
            firsts[numbers[home] + 1] += 1
    for node in range(count):
        firsts[node + 1] += firsts[node]
    places = firsts[:-1].copy()
    strings = np.empty(firsts[-1], dtype=np.int32)
    for string in range(homes.size):
        if homes[string] >= 0:
            node = numbers[homes[string]]
            strings[places[node]] = string
            places[node] += 1
    return ordered, depths, ends_of(depths), firsts, strings
