"""A decoder with a learned table of positions, added to the embedding; more rows than the training reads."""

import torch
from torch import nn

from unrotated_decoder import UnrotatedDecoder

ROWS = 128


class LearnedDecoder(UnrotatedDecoder):
    def __init__(self, llama):
        super().__init__(llama)
        self.table = nn.Embedding(ROWS, self.config.hidden_size)
        nn.init.normal_(self.table.weight, std=self.config.initializer_range)

    def forward(self, input_ids, position_ids=None, use_cache=False, **options):
        if position_ids is None:
            position_ids = torch.arange(input_ids.shape[1])[None, :]
        embedded = self.llama.model.embed_tokens(input_ids) + self.table(position_ids)
        return self.llama(inputs_embeds=embedded, use_cache=use_cache, **options)

    def without_decay(self):
        """No weight decay: it would shrink the rows that no step reads."""
        return {self.table.weight}

    def position_names(self):
        return {"table.weight": "positions"}

    def position(self):
        return {"type": "learned", "table": {"tensor": "positions", "shape": list(self.table.weight.shape)}}

    def positions(self):
        return ROWS
