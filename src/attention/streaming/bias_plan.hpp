// The bias in the streaming kernel: a few plans for all encodings (Lowering::Bias). Each adds itself to a score tile
// [keys][kTileWidth] whose lanes are queries, in base 2 (scores · log2 e). One virtual call per tile of keys: the kernel exists
// once, and a plan costs only its own loop.
#pragma once

#include <algorithm>
#include <limits>

#include "attention/by_distance/distance_biases.hpp"
#include "attention/by_distance/distance_tiles.hpp"
#include "attention/pair_biases.hpp"
#include "simd/exp.hpp"

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

class BiasPlan {
 public:
  BiasPlan() = default;
  BiasPlan(const BiasPlan&) = delete;
  BiasPlan& operator=(const BiasPlan&) = delete;

  virtual void add(float* scores, const ScoreBlock& block, KeyRange keys) const = 0;

  // The bias as precomputed rows, one for each key: the tile adds them itself. No data: `add` is called instead.
  virtual simd::TileRowsAt rows(const ScoreBlock& /*block*/, KeyRange /*keys*/) const { return {}; }

 protected:
  ~BiasPlan() = default;
};

class NoBias final : public BiasPlan {
 public:
  void add(float*, const ScoreBlock&, KeyRange) const override {}
};

// A slope per head, computed in lanes: ALiBi at positions that are not evenly spaced.
class LaneBias final : public BiasPlan {
 public:
  explicit LaneBias(const AnyEncoding& encoding) : encoding_(encoding) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override;

 private:
  const AnyEncoding& encoding_;
};

// A table over query − key for contiguous positions: lanes are consecutive queries, so a vector is one unaligned load, and
// the next key's vector starts one value earlier.
class TableBias final : public BiasPlan {
 public:
  explicit TableBias(const DistanceBiases& biases)
      : range_(biases.range()), base2_(biases.base2()), head_stride_(biases.head_stride()) {}
  // Beside vectors: the table of the head that is filled in.
  explicit TableBias(const DistanceTiles& tiles) : range_(tiles.range()), base2_(tiles.base2_bias()) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override {
    const simd::TileRowsAt from = rows(block, keys);
    const int count = keys.count() * simd::kTileWidth;
    for (int i = 0; i < count; i += simd::kLanes) {
      const float* bias = from.data + i / simd::kTileWidth * from.row_stride + i % simd::kTileWidth;
      simd::store(scores + i, simd::load(scores + i) + simd::load(bias));
    }
  }

  simd::TileRowsAt rows(const ScoreBlock& block, KeyRange keys) const override {
    const int entry = range_.first_entry(block.first_query, keys) + (keys.last - 1 - keys.first);
    return {base2_ + block.head * head_stride_ + entry, -1};
  }

 private:
  const DistanceRange& range_;
  const float* base2_;  // of head 0, from the first entry of the range on
  std::ptrdiff_t head_stride_ = 0;
};

// Everything else, evaluated pair by pair: gapped positions and masks with holes.
class PairBias final : public BiasPlan {
 public:
  PairBias(const AttentionCall& call, const PositionStack& stack) : call_(call), stack_(stack) {}

  Status prepare(std::span<const KeyRange> ranges) {
    if (!stack_.has(kBiases)) return {};
    return kept_.prepare(call_, ranges, [this](int head, int query, int key) {
      return asked(head, call_.query_positions[query], call_.key_positions[key]);
    });
  }

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override {
    for (int k = keys.first; k < keys.last; ++k, scores += simd::kTileWidth) {
      for (int q = 0; q < block.queries; ++q) scores[q] += value_at(block, q, k) * simd::kLog2E;
    }
  }

 private:
  float value_at(const ScoreBlock& block, int q, int k) const {
    if (stack_.has(kMasksWithHoles) && !stack_.visible(block.first_query + q + call_.band.offset, k)) {
      return -std::numeric_limits<float>::infinity();
    }
    if (kept_.kept()) return kept_.at(block.head, block.first_query + q, k);
    return asked(block.head, block.query_positions[q], block.key_positions[k]);
  }

  float asked(int head, double query_position, double key_position) const {
    return static_cast<float>(stack_.bias(head, PairPositions(query_position, key_position)));
  }

  const AttentionCall& call_;
  const PositionStack& stack_;
  PairBiases kept_;
};

// The caller's mask, added after the position bias.
class MaskPlan final : public BiasPlan {
 public:
  MaskPlan(const MaskBias& mask, const BiasPlan& position) : mask_(mask), position_(position) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override;

 private:
  const MaskBias& mask_;
  const BiasPlan& position_;
};

// A cap of scores with their bias and mask: what is hidden stays hidden.
class CapPlan final : public BiasPlan {
 public:
  CapPlan(float cap, const BiasPlan& biased) : cap_(cap * simd::kLog2E), biased_(biased) {}

  void add(float* scores, const ScoreBlock& block, KeyRange keys) const override;

 private:
  float cap_;
  const BiasPlan& biased_;
};

}  // namespace whereformer
