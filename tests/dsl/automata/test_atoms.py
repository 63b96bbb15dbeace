from hypothesis import given
from hypothesis import strategies as st

from dsl.automata.atoms import Atoms
from dsl.charset import MAX_CODE_POINT, CharSet
from tests.support.strategies import charsets


@given(st.lists(charsets(), max_size=5))
def test_atoms_are_the_coarsest_partition_that_tells_the_sets_apart(sets):
    atoms = Atoms(sets)
    assert sum(map(len, atoms.sets)) == MAX_CODE_POINT + 1
    signatures = [tuple(atom <= charset for charset in sets) for atom in atoms.sets]
    assert len(set(signatures)) == len(atoms)
    for set_ in sets:
        inside = atoms.atoms_in(set_)
        assert CharSet(pair for atom in inside for pair in atoms.sets[atom].ranges) == set_


@given(st.lists(charsets(), max_size=5), st.characters(exclude_categories=()))
def test_every_character_lies_in_its_atom(sets, character):
    atoms = Atoms(sets)
    assert character in atoms.sets[atoms.atom_of(character)]
    for number in range(len(atoms)):
        assert atoms.atom_of(atoms.specimen(number)) == number


def test_specimens_are_easy_to_read():
    atoms = Atoms([~CharSet.of("x"), CharSet.of("\n")])
    assert {atoms.specimen(number) for number in range(len(atoms))} == {"a", "x", "\n"}


def test_memory_follows_the_ranges():
    assert len(Atoms([CharSet.between("\0", "\U0010ffff")])) == 1
    assert len(Atoms()) == 1
