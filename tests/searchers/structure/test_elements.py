from searchers.structure.elements import MAX_NAMES, Elements


def _nested(count):
    return "".join(f"<e{number}></e{number}>" for number in range(count))


def test_elements_are_written_with_one_character_for_each_end():
    text = '<a x="1"><b/></a>'
    elements = Elements.of([text])
    assert elements is not None
    encoded = elements.encode(text)
    assert encoded is not None
    assert elements.decode(encoded) == text
    assert [encoded.count(pair.opening) for pair in elements.pairs] == [1, 1]
    assert elements.encode("<a></b>") is None


def test_more_names_than_there_are_characters_for_are_no_elements():
    text = _nested(MAX_NAMES)
    elements = Elements.of([text])
    assert elements is not None
    assert elements.decode(elements.encode(text) or "") == text
    characters = {character for pair in elements.pairs for character in (pair.opening, pair.closing)}
    assert len(characters) == 2 * MAX_NAMES
    assert Elements.of([_nested(MAX_NAMES + 1)]) is None
