"""Position encodings in plain PyTorch, differentiable in their inputs and in their learned tables.

Shapes: positions [batch, n]; distance = key − query [batch, n, n]; rows of queries and keys [batch, heads, n,
headDim]; biases and content [batch or 1, heads, n, n]. `learned` has the tables by the names of the position's fields.

Followed: Vaswani et al. 2017 (sinusoidal), GPT-2 (learned), RoFormer and transformers ROPE_INIT_FUNCTIONS (rope),
torchscale xpos_relative_position (xpos), Press et al. 2022 and transformers Bloom (alibi), chijames/KERPLE (kerple),
mcleish7/arithmetic FIRE (fire), x-transformers DynamicPositionBias (mlpBias), Wennberg and Henter 2021 (tisa), Shaw et
al. 2018 (shaw), transformers 4.45 BertSelfAttention (relativeKey), jquesnelle/yarn LlamaReRoPE.py (logN), attention-gym
sandwich.py (sandwich), kimiyoung/transformer-xl mem_transformer.py (transformerXl), transformers DebertaModel
(deberta), facebookresearch/RAM projects/cope context_position.py (cope); T5's buckets are computed by transformers' T5Attention.
"""

import math

import torch
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.t5.modeling_t5 import T5Attention


class Encoding:
    """Does nothing at any door."""

    cap = 0

    def __init__(self, position, learned, heads):
        self.position = position
        self.learned = learned
        self.heads = heads

    def embed(self, x, positions):
        return x

    def rotate(self, rows, positions, side):
        return rows

    def dot_scale(self, head_dim):
        return None

    def content(self, query, key, distance):
        """Added to q·k, inside of the scale."""
        return 0

    def content_row(self, query, products, seen, scale):
        """Added to q·k, inside of the scale; `products` q·k of all keys, `seen` [n, n]."""
        return 0

    def bias(self, positions, distance, scale):
        """Added to the scaled score."""
        return 0

    def values(self, weights, distance):
        """Added to the output of the heads."""
        return 0

    def visible(self, tokens):
        """[n, n], or nothing where all is visible."""
        return None


class Sinusoidal(Encoding):
    def embed(self, x, positions):
        width = x.shape[-1]
        rates = 10000.0 ** (-torch.arange(0, width, 2, dtype=x.dtype) / width)
        angles = positions[..., None] * rates
        return x + torch.stack([angles.sin(), angles.cos()], -1).flatten(-2)


class Learned(Encoding):
    def embed(self, x, positions):
        return x + self.learned["table"][positions.long() + self.position.get("offset", 0)]


def turned(rows, cosine, sine, layout):
    """Pairs of channels turned: (a, b) → (a·cos − b·sin, b·cos + a·sin)."""
    if layout == "half":
        a, b = rows.chunk(2, -1)
        return torch.cat([a * cosine - b * sine, b * cosine + a * sine], -1)
    a, b = rows[..., 0::2], rows[..., 1::2]
    return torch.stack([a * cosine - b * sine, b * cosine + a * sine], -1).flatten(-2)


class Rope(Encoding):
    """`frequencies` and `factor` are set from transformers where the position has a scaling."""

    frequencies = None
    factor = 1

    def rotate(self, rows, positions, side):
        if side == "value":
            return rows
        first = self.position.get("rotaryStart", 0)
        width = self.position.get("rotaryDim", 0) or rows.shape[-1] - first
        rates = self.frequencies
        if rates is None:
            exponents = -torch.arange(0, width, 2, dtype=torch.float64) / width
            rates = self.position.get("base", 10000.0) ** exponents
        angles = (positions[:, None, :, None].double() * rates).to(rows.dtype)
        middle = rows[..., first : first + width]
        layout = self.position.get("layout", "half")
        new = turned(middle, angles.cos() * self.factor, angles.sin() * self.factor, layout)
        return torch.cat([rows[..., :first], new, rows[..., first + width :]], -1)


class Xpos(Encoding):
    def rotate(self, rows, positions, side):
        if side == "value":
            return rows
        width = rows.shape[-1]
        even = torch.arange(0, width, 2, dtype=rows.dtype) / width
        gamma = self.position.get("gamma", 0.4)
        zeta = (even + gamma) / (1 + gamma)
        center = positions.shape[-1] // 2
        power = (positions[:, None, :, None] - center) / self.position.get("scaleBase", 512)
        size = zeta ** (power if side == "query" else -power)
        angles = positions[:, None, :, None] * 10000.0**-even
        return turned(rows, angles.cos() * size, angles.sin() * size, self.position.get("layout", "interleaved"))


class Alibi(Encoding):
    """The slopes are those of transformers' Bloom: its bias of key 1."""

    def bias(self, positions, distance, scale):
        slopes = build_alibi_tensor(torch.ones(1, 2), self.heads, distance.dtype)[:, 0, 1]
        slopes = slopes[:, None, None]
        if self.position.get("keyed") == "key":
            return slopes * positions[:, None, None, :]
        return -slopes * distance.abs()[:, None]  # symmetric, or causal: keys after the query are not seen


def by_row(table, rows):
    """table [rows, heads] at rows [batch, n, n] → [batch, heads, n, n]."""
    return table[rows].movedim(-1, 1)


class T5(Encoding):
    def dot_scale(self, head_dim):
        return 1.0

    def bias(self, positions, distance, scale):
        table = self.learned["table"]
        rows = T5Attention._relative_position_bucket(
            distance.long(), bidirectional=self.position.get("bidirectional", True), num_buckets=table.shape[0],
            max_distance=self.position.get("maxDistance", 128),
        )
        return by_row(table, rows)


class RelativeBias(Encoding):
    def bias(self, positions, distance, scale):
        reach = self.learned["table"].shape[0] // 2
        return by_row(self.learned["table"], distance.long().clamp(-reach, reach) + reach)


class Buckets(Encoding):
    def bias(self, positions, distance, scale):
        edges = torch.tensor(self.position["edges"], dtype=distance.dtype)
        rows = (distance.abs()[..., None] >= edges).sum(-1)
        if self.position.get("directional"):
            rows = torch.where((distance > 0) & (rows > 0), rows + len(edges), rows)
        return by_row(self.learned["table"], rows)


class Kerple(Encoding):
    def bias(self, positions, distance, scale):
        r1, r2 = (self.learned[name][:, None, None] for name in ("r1", "r2"))
        away = distance.abs()[:, None]
        if self.position.get("kind", "log") == "log":
            return -r1 * torch.log(1 + r2 * away)
        return -r1 * away**r2


def through(learned, x, activation):
    """The perceptron of weight1, bias1 … of one input; → [batch, heads, n, n]."""
    last = max(int(name.removeprefix("weight")) for name in learned if name.startswith("weight"))
    x = x[..., None]
    for number in range(1, last + 1):
        x = torch.nn.functional.linear(x, learned[f"weight{number}"], learned[f"bias{number}"][0])
        x = activation(x) if number < last else x
    return x.movedim(-1, 1)


class Fire(Encoding):
    def bias(self, positions, distance, scale):
        c, multiplier = self.learned["c"], self.learned["multiplier"]

        def squeezed(x):
            return torch.log((c * x).abs() + 1)

        least = (multiplier * self.position["threshold"]).abs()
        divisor = squeezed(torch.maximum(positions, least.expand_as(positions)))[:, :, None]
        return through(self.learned, squeezed(-distance) / (divisor + 1e-6), torch.relu)


class MlpBias(Encoding):
    def bias(self, positions, distance, scale):
        back = -distance
        if self.position.get("log"):
            back = back.sign() * torch.log(back.abs() + 1)
        return through(self.learned, back, torch.nn.functional.silu)


class Tisa(Encoding):
    def bias(self, positions, distance, scale):
        a, b, c = (self.learned[name][:, None, None, :] for name in ("amplitude", "sharpness", "center"))
        return (a * torch.exp(-b.abs() * (distance[:, None, :, :, None] - c) ** 2)).sum(-1)


class Shaw(Encoding):
    def rows_of(self, table, distance):
        reach = table.shape[0] // 2
        return table[distance.long().clamp(-reach, reach) + reach]

    def content(self, query, key, distance):
        return torch.einsum("bhid,bijd->bhij", query, self.rows_of(self.learned["keyTable"], distance))

    def values(self, weights, distance):
        return torch.einsum("bhij,bijd->bhid", weights, self.rows_of(self.learned["valueTable"], distance))


class RelativeKey(Encoding):
    def content(self, query, key, distance):
        table = self.learned["table"]
        vectors = table[len(table) // 2 - distance.long()]
        content = torch.einsum("bhid,bijd->bhij", query, vectors)
        if self.position["terms"] == "keyQuery":
            content = content + torch.einsum("bhjd,bijd->bhij", key, vectors)
        return content


class LogN(Encoding):
    def rotate(self, rows, positions, side):
        if side != "query":
            return rows
        factor = torch.log(positions + 1) / math.log(self.position["trainLength"])
        return rows * factor.clamp(min=1)[:, None, :, None]


class Sandwich(Encoding):
    def bias(self, positions, distance, scale):
        width = self.position["dim"]
        rates = 10000.0 ** (-torch.arange(0, width, 2, dtype=distance.dtype) / width)
        products = torch.cos(distance[..., None] * rates).sum(-1)
        heads = torch.arange(1, self.heads + 1, dtype=distance.dtype)
        return products[:, None] * self.heads / (8 * heads[:, None, None])


class TransformerXl(Encoding):
    def projected(self, distance):
        """W_R · [sin ‖ cos] of query − key: [batch, n, n, heads, headDim]."""
        weight = self.learned["weight"]
        width = weight.shape[1]
        rates = 1 / 10000.0 ** (torch.arange(0, width, 2, dtype=distance.dtype) / width)
        angles = -distance[..., None] * rates
        waves = torch.cat([angles.sin(), angles.cos()], -1)
        return torch.nn.functional.linear(waves, weight).unflatten(-1, self.learned["contentBias"].shape)

    def content(self, query, key, distance):
        content_bias, position_bias = self.learned["contentBias"], self.learned["positionBias"]
        to_position = query + position_bias[:, None, :]
        return torch.einsum("bhid,bijhd->bhij", to_position, self.projected(distance)) + torch.einsum(
            "hd,bhjd->bhj", content_bias, key
        ).unsqueeze(2)


class Deberta(Encoding):
    def dot_scale(self, head_dim):
        return 1 / math.sqrt(head_dim * 3)

    def content(self, query, key, distance):
        span = self.learned["positionKey"].shape[0] // 2
        rows = (-distance.long() + span).clamp(0, 2 * span - 1)
        shape = (query.shape[1], query.shape[3])
        keys, queries = (self.learned[name][rows].unflatten(-1, shape) for name in ("positionKey", "positionQuery"))
        to_position = torch.einsum("bhid,bijhd->bhij", query, keys)
        return to_position + torch.einsum("bhjd,bijhd->bhij", key, queries)


class Cope(Encoding):
    def content_row(self, query, products, seen, scale):
        table = self.learned["table"]
        gates = torch.sigmoid(products * scale) * seen
        positions = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=table.shape[0] - 1)
        whole = query @ table.transpose(0, 1)
        ceiling, floor = positions.ceil().long(), positions.floor().long()
        share = positions - floor
        content = whole.gather(-1, ceiling) * share + whole.gather(-1, floor) * (1 - share)
        return content / scale if self.position.get("where") == "afterScale" else content


class Mask(Encoding):
    def visible(self, tokens):
        query, key = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
        if self.position["kind"] == "prefix":
            return key < torch.clamp(query + 1, min=self.position["prefix"])
        left, right = self.position.get("left", tokens), self.position.get("right", tokens)
        return (key >= query - left) & (key <= query + right)


class Softcap(Encoding):
    @property
    def cap(self):
        return self.position["cap"]


ENCODINGS = {
    "none": Encoding, "sinusoidal": Sinusoidal, "learned": Learned, "rope": Rope, "xpos": Xpos, "alibi": Alibi,
    "t5": T5, "relativeBias": RelativeBias, "buckets": Buckets, "kerple": Kerple, "fire": Fire, "mlpBias": MlpBias,
    "tisa": Tisa, "shaw": Shaw, "relativeKey": RelativeKey, "logN": LogN, "sandwich": Sandwich,
    "transformerXl": TransformerXl, "deberta": Deberta, "cope": Cope, "mask": Mask, "softcap": Softcap,
}

# Fields that are learned although the position gives them as numbers.
LEARNED_NUMBERS = {"kerple": ("r1", "r2"), "fire": ("c", "multiplier")}
LEAST = 0.01  # of KERPLE's r1 and r2 in training (chijames/KERPLE)


def learned_fields(part):
    """Names of the fields of one part that are learned."""
    tables = [name for name, value in part.items() if isinstance(value, dict) and "tensor" in value]
    return [*tables, *LEARNED_NUMBERS.get(part["type"], ())]


def encodings_of(position, parameters, heads):
    """The parts of a position with their learned tables out of `parameters` ("position.<field>")."""

    def learned(part):
        return {name: parameters[f"position.{name}"] for name in learned_fields(part)}

    return [ENCODINGS[part["type"]](part, learned(part), heads) for part in position]
