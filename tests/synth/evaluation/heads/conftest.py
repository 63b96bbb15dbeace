"""What heads are made from."""

import pytest
import torch

from synth.evaluation.heads.head import Material
from synth.evaluation.vocabulary import Vocabulary, WordEmbedding


@pytest.fixture
def material():
    """Of some examples."""

    def made(train):
        torch.manual_seed(0)
        vocabulary = Vocabulary(train, least=1)
        return Material(train, vocabulary, WordEmbedding(vocabulary, 8, 0.0), 0)

    return made
