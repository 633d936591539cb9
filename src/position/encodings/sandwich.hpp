// Name: Sandwich
// Name-zh: Sandwich（正弦内积偏置）
// Type: sandwich
// Paper: Chi, Fan, Rudnicky, Ramadge 2023, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis
// Link: https://arxiv.org/abs/2212.10356
// Year: 2022
// Doors: bias
// Formula: b_h(i, j) = \frac{H}{8 (h + 1)} \sum_{n=0}^{\bar d / 2 - 1} \cos\big((i - j)\, \theta^{-2n/\bar d}\big)
// Convention: the product of two sinusoidal position vectors alone, added after the scale; head h is divided by 8(h + 1)/H.
// At distance 0 it is d̄/2 · H/(8(h + 1)), not 0, and it does not fall monotonically
// Convention-zh: 只保留两个正弦位置向量的内积，在缩放之后相加；第 h 头除以 8(h + 1)/H。距离为 0 时其值为 d̄/2 · H/(8(h + 1))，不是 0，也不随距离单调下降
// Parameter: dim | | 2 … 4096 | d̄, twice the number of cosines | d̄，余弦个数的两倍
// Parameter: base | | | θ, sets the longest wavelength | θ，决定最长波长
// Variant: Sandwich | Sandwich | {} | attention-gym generate_sandwich_bias
// Tested against: NumPy construction after attention-gym attn_gym/mods/sandwich.py
#pragma once

#include "core/math.hpp"
#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Sandwich {
  static constexpr const char* type = "sandwich";

  int dim = 128;
  double base = 10000;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.integer("dim", dim, Range::even_not_negative);
    visit.number("base", base, Range::above_one);
  }

  Status prepare(const Geometry& geometry) {
    if (dim < 2 || dim > kLargestDim) return value_error("position.dim", dim, "2 to 4096");
    heads_ = geometry.heads;
    return frequencies::plain(base, dim, inverse_);
  }

  double distance_bias(int head, double distance) const {
    double sum = 0;
    for (const double w : inverse_.span()) sum += math::cos(distance * w);
    return sum * heads_ / (8.0 * (head + 1));
  }

 private:
  static constexpr int kLargestDim = 1 << 12;
  int heads_ = 1;
  Buffer<double> inverse_;  // radians per position of each cosine
};

}  // namespace whereformer
