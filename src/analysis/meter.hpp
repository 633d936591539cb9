// The property meter: measures properties of an encoding and finds the smallest counter-examples.
//
// Method. Tokens of equal content are at positions 0 … length − 1; the score matrix then depends on position alone.
// There are `kProbes` contents: in probe 0 queries and keys are aligned (all ones), in the others random, seeded,
// of unit variance. Encodings that embed add their embedding to these rows, as if the projections were the
// identity. Scores are those before softmax, without a causal mask; CoPE, which counts keys up to the query, has one.
// Limits: properties are measured up to `length`, in steps of one position, for this head size; learned tables are measured
// as given.
#pragma once

#include <optional>

#include "position/stack.hpp"

namespace whereformer {

struct MeterRequest {
  int heads = 1;
  int head_dim = 0;
  int length = 0;   // positions measured, at least 2
  int trained = 0;  // positions that count as seen in training, 1 … length
  double seed = 0;
};

// A number and the two positions where it was found.
struct Finding {
  double value = 0;
  int first = 0;
  int second = 0;
};

// The first position or distance outside of the range seen in training.
struct Leaving {
  double excess = 0;  // in units of that range
  int at = 0;
};

struct Properties {
  // Positions measured: the requested length, or the number of rows of a shorter table.
  int length = 0;
  // 1 uniqueness: the smallest difference between the codes of two positions (encodings that enter by the embedding) or
  // between the effects of two distances into the past (all others), as a root mean square over heads and probes.
  bool of_positions = false;
  Finding uniqueness;
  // 2 relativity: how much a score changes when query and key move together, against the pair of the same distance that
  // starts at position 0. first = query and second = key where they moved to, min(first, second) further on.
  std::optional<Finding> relativity;    // the largest change
  std::optional<Finding> first_change;  // the one at the smallest positions that exceeds rounding
  // 3 decay: mean score of aligned query and key by distance into the past, and the first distance where it rises.
  Buffer<float> decay;  // [length]
  std::optional<Finding> rise;
  // The bound of RoFormer, section 3.4.3: mean over j of |Σ_{i<j} e^{iδω}|; empty without frequencies.
  Buffer<float> bound;  // [length]
  // 4 extrapolation: the first position (encodings that enter by the embedding) or distance past `trained` whose code or
  // effects leave the range of those seen, number by number, and by how much in units of that range. A distance that counts as one below `trained` is seen (Self-Extend), and so is all that
  // randomized positions draw. Pairs of channels whose wave is longer than `trained`: their phases beyond are new.
  std::optional<Leaving> leaves;
  int unseen_pairs = 0;
  int pairs = 0;
};

Status measure(PositionStack& stack, const MeterRequest& request, Properties& found);

}  // namespace whereformer
