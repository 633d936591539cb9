"""A decoder with T5's relative bias. The bias enters as an additive mask [1, heads, n, n], so that attention itself stays what
transformers computes.
"""

import torch
from torch import nn
from transformers.models.t5.modeling_t5 import T5Attention

from unrotated_decoder import UnrotatedDecoder

BUCKETS, MAX_DISTANCE = 32, 128


class T5Decoder(UnrotatedDecoder):
    def __init__(self, llama):
        super().__init__(llama)
        self.bias = nn.Embedding(BUCKETS, self.config.num_attention_heads)
        nn.init.normal_(self.bias.weight, std=0.02)

    def mask(self, tokens):
        """[1, heads, n, n]: the bias of key − query, −∞ above the diagonal."""
        distance = torch.arange(tokens)[None, :] - torch.arange(tokens)[:, None]
        buckets = T5Attention._relative_position_bucket(
            distance, bidirectional=False, num_buckets=BUCKETS, max_distance=MAX_DISTANCE
        )
        hidden = torch.full((tokens, tokens), torch.finfo(torch.float32).min).triu(1)
        return (self.bias(buckets).permute(2, 0, 1).float() + hidden)[None]

    def forward(self, input_ids, use_cache=False, **options):
        return self.llama(
            input_ids=input_ids, attention_mask=self.mask(input_ids.shape[1]), use_cache=use_cache, **options
        )

    def position_names(self):
        return {"bias.weight": "relativeBias"}

    def position(self):
        return {
            "type": "t5",
            "table": {"tensor": "relativeBias", "shape": list(self.bias.weight.shape)},
            "bidirectional": False,
            "maxDistance": MAX_DISTANCE,
        }
