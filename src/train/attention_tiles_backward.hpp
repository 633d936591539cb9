// The fast path of attention backwards, by tiles (Dao et al. 2022): for calls of the streaming kernel without vectors by distance.
//
// Scores are tiles [keys][kTileWidth] whose lanes are queries, as in the forward pass. They start at −ln Σ e^s (in base 2), and the
// gradients of the weights at −D, so that P = 2^tile and dS = P · tile. Tiles of a block of queries lie side by side: a block of P and dS is
// [keys][queries], the scalars of the three other products, whose lanes are channels.
#pragma once

#include "attention/key_ranges.hpp"
#include "attention/streaming/bias_plan.hpp"
#include "train/attention_gradients.hpp"

namespace whereformer::train {

struct TilesPlan {
  const BiasPlan& bias;
  std::span<const KeyRange> ranges;  // [queries]
  // [heads, queries + keys − 1] by query − key + keys − 1, and kTileWidth more that lanes past the last distance write to; added to.
  // Empty = not wanted.
  std::span<double> bias_sums;
};

struct TilesResult {
  TilesResult(Status status_, bool finite_ = true) : status(status_), finite(finite_) {}

  Status status;
  bool finite;  // NaN and infinities need the rows: a tile multiplies what is hidden by 0
};

TilesResult attend_tiles_backward(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to);

}  // namespace whereformer::train
