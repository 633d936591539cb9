"""A decoder without a position encoding: what it knows of order comes from its causal mask."""

from unrotated_decoder import UnrotatedDecoder


class BareDecoder(UnrotatedDecoder):
    def forward(self, input_ids, use_cache=False, **options):
        return self.llama(input_ids=input_ids, use_cache=use_cache, **options)

    def position_names(self):
        return {}

    def position(self):
        return {"type": "none"}
