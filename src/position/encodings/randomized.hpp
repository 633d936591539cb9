// Name: Randomized positions
// Name-zh: 随机化位置
// Type: randomized
// Paper: Ruoss et al. 2023, Randomized Positional Encodings Boost Length Generalization of Transformers
// Link: https://arxiv.org/abs/2305.16843
// Year: 2023
// Doors: positions
// Formula: p \mapsto u_p, \quad u_0 < u_1 < \dots < u_{n-1} \ \text{drawn without replacement from}\ \{0, \dots, L - 1\}
// Convention: position p becomes the p-th smallest of n = length draws; every other part of the stack receives the draw. A sequence of
// another length has other draws. Method: Knuth's selection sampling with PCG32, the same on every machine
// Convention-zh: 位置 p 变成 n = length 个抽样中第 p 小的，其余编码看到的是抽样值。序列长度不同则抽样不同。方法：PCG32 驱动的 Knuth 选择抽样，
// 在任何机器上相同
// Parameter: range | required | at least the length, at most 2^24 | draws are below this | 抽样值小于此数
// Parameter: seed | | | of the random numbers | 随机数种子
// Variant: Randomized positions | 随机化位置 | {"range": 2048} | definition (sorted, distinct, uniform); PCG32 in NumPy
// Tested against: NumPy construction with PCG32; google-deepmind/randomized_positional_encodings for the distribution
#pragma once

#include <cmath>

#include "core/random.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Randomized {
  static constexpr const char* type = "randomized";

  int below = 0;
  int seed = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.integer("range", below, Range::at_least_one);
    visit.integer("seed", seed, Range::not_negative);
  }

  Status prepare(const Geometry& geometry) {
    const double length = std::ceil(geometry.final_length());
    if (below > 1 << 24 || length > below) {
      return value_error("position.range", below, "at least as many as there are positions, at most 2^24");
    }
    TRY(draws_.allocate_unset(length));
    Random random(static_cast<std::uint64_t>(seed));
    // Knuth's algorithm S: v is taken with the probability that fills the places left from the numbers left
    std::size_t drawn = 0;
    for (int v = 0; drawn < draws_.size(); ++v) {
      if ((below - v) * random.uniform() < length - static_cast<double>(drawn)) draws_[drawn++] = v;
    }
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, static_cast<double>(draws_.size()), "a whole position below the length");
  }

  double remap(double position) const {
    const bool drawn = position >= 0 && position < static_cast<double>(draws_.size());
    return drawn ? draws_[position] : position;
  }

 private:
  Buffer<int> draws_;
};

}  // namespace whereformer
