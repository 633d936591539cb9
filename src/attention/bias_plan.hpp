// Door 3 as the streaming kernel meets it: a few plans, never sixty encodings. Each adds itself to a score tile
// [keys][kTileWidth] whose lanes are queries and which is kept in base 2 (scores · log2 e).
// One virtual call per tile of keys: the kernel exists once, and a plan costs only its own loop.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "attention/call.hpp"
#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "position/stack.hpp"
#include "simd/exp.hpp"
#include "simd/tile.hpp"

namespace whereformer {

// Which part of the score matrix a tile holds. Lanes past `queries` are padding and may hold anything.
struct ScoreBlock {
  int batch = 0;
  int head = 0;
  int first_query = 0;
  int queries = 0;
  const float* query_positions = nullptr;  // [kTileWidth], padded
  const float* key_positions = nullptr;    // [keys]
};

inline void add_to_scores(float* scores, simd::Lanes bias) {
  simd::store(scores, simd::madd(bias, simd::splat(simd::kLog2E), simd::load(scores)));
}

class BiasPlan {
 public:
  BiasPlan() = default;
  BiasPlan(const BiasPlan&) = delete;
  BiasPlan& operator=(const BiasPlan&) = delete;

  virtual void add(float* scores, const ScoreBlock& block, KeyRange keys) const = 0;

 protected:
  ~BiasPlan() = default;
};

class NoBias final : public BiasPlan {
 public:
  void add(float*, const ScoreBlock&, KeyRange) const override {}
};

// Any lane-generic `bias` hook.
template <Biases E>
class LaneBias final : public BiasPlan {
 public:
  explicit LaneBias(const E& encoding) : encoding_(encoding) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override {
    const simd::Lanes left = simd::load(block.query_positions);
    const simd::Lanes right = simd::load(block.query_positions + simd::kLanes);
    for (int k = keys.first; k < keys.last; ++k, scores += simd::kTileWidth) {
      const simd::Lanes key = simd::splat(block.key_positions[k]);
      add_to_scores(scores, encoding_.bias(block.head, left, key));
      add_to_scores(scores + simd::kLanes, encoding_.bias(block.head, right, key));
    }
  }

 private:
  const E& encoding_;
};

// One slope per head: ALiBi and its kin, in registers.
struct Slopes {
  std::vector<float> slopes;
  bool symmetric = false;

  template <class I>
  I bias(int head, I query, I key) const {
    using std::abs;
    const I m = I(slopes[static_cast<std::size_t>(head)]);
    return symmetric ? I(0.0F) - m * abs(key - query) : m * (key - query);
  }
};

// A table over query − key for contiguous positions: lanes are consecutive queries, so a vector is one unaligned load.
class DistancePlan final : public BiasPlan {
 public:
  // Asks `bias_at(head, distance)` for every distance = query − key that queries × keys can have.
  template <class BiasAt>
  Status fill(int heads, int queries, int keys, BiasAt&& bias_at) {
    entries_ = queries + keys;
    least_distance_ = 1 - keys;
    if (const Status s = table_.allocate(element_count(heads, stride())); !s.ok()) return s;
    for (int h = 0; h < heads; ++h) {
      float* row = table_.data() + static_cast<std::size_t>(h) * stride();
      for (int e = 0; e < entries_; ++e) row[e] = static_cast<float>(bias_at(h, least_distance_ + e));
    }
    return {};
  }

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override {
    const float* from = table_.data() + static_cast<std::size_t>(block.head) * stride();
    for (int k = keys.first; k < keys.last; ++k, scores += simd::kTileWidth) {
      const float* at = from + (block.first_query - k - least_distance_);
      add_to_scores(scores, simd::load(at));
      add_to_scores(scores + simd::kLanes, simd::load(at + simd::kLanes));
    }
  }

 private:
  std::size_t stride() const { return static_cast<std::size_t>(entries_) + simd::kTileWidth; }

  Buffer<float> table_;  // [heads][entries + kTileWidth]
  int entries_ = 0;
  int least_distance_ = 0;  // query − key of entry 0, in indices
};

// Everything else, asked pair by pair: gapped positions under a table, and masks that the caller supplies.
template <class E>
class PairPlan final : public BiasPlan {
 public:
  PairPlan(const E& encoding, MaskBias mask) : encoding_(encoding), mask_(mask) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override {
    for (int k = keys.first; k < keys.last; ++k, scores += simd::kTileWidth) {
      for (int q = 0; q < block.queries; ++q) scores[q] += value_at(block, q, k) * simd::kLog2E;
    }
  }

 private:
  // Finite masks stay finite in base 2: only −∞ hides, the most negative float does not.
  static constexpr float kLeast = -0x1p126F;

  float value_at(const ScoreBlock& block, int q, int k) const {
    const float m = mask_ ? mask_.at(block.batch, block.head, block.first_query + q, k) : 0.0F;
    if (m == -std::numeric_limits<float>::infinity()) return m;
    const double b = scalar_bias(encoding_, block.head, block.query_positions[q], block.key_positions[k]);
    return std::max(static_cast<float>(b + m), kLeast);
  }

  const E& encoding_;
  MaskBias mask_;
};

}  // namespace whereformer
