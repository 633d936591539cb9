// Name: xPos (extrapolatable rotary position)
// Name-zh: 可外推的旋转位置（xPos）
// Type: xpos
// Paper: Sun et al. 2022, A Length-Extrapolatable Transformer
// Link: https://arxiv.org/abs/2212.10554
// Year: 2022
// Doors: rotate
// Formula: \tilde q_m = R_m q \odot \zeta^{(m-c)/B}, \quad \tilde k_n = R_n k \odot \zeta^{-(n-c)/B}, \quad
// \zeta_i = \frac{2i/d + \gamma}{1 + \gamma}
// Convention: queries shrink and keys grow with position, so that their product decays with query − key: only for causal attention.
// The centre c cancels in every score; it is ⌊length / 2⌋ in x-transformers and here, ⌈length / 2⌉ in torchscale. Positions
// where the scale of a pair leaves the range of float are refused: by default those more than about 32 700 from the centre
// Convention-zh: 查询随位置缩小、键随位置放大，乘积随 query − key 衰减，只适用于因果注意力。中心 c 在得分中抵消：x-transformers 与此处取
// ⌊length / 2⌋，torchscale 取 ⌈length / 2⌉。缩放超出单精度范围的位置会被拒绝：默认为距中心约 32700 以外
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: scaleBase | | large enough that the positions have a scale that is a float | positions over which a pair decays by ζ | 一对通道衰减 ζ 倍所需的位置数
// Parameter: gamma | | | how weakly the fastest pair decays | 越大，最快的一对衰减越弱
// Parameter: center | | | the position whose scale is 1; none = ⌊length / 2⌋ | 缩放为 1 的位置，缺省为 ⌊length / 2⌋
// Variant: xPos | xPos | {} | torchscale XPOS; x-transformers RotaryEmbedding with use_xpos
// Tested against: torchscale XPOS; x-transformers RotaryEmbedding with use_xpos
#pragma once

#include <cmath>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Xpos {
  static constexpr const char* type = "xpos";

  double base = 10000;
  Layout layout = Layout::interleaved;
  double scale_base = 512;
  double gamma = 0.4;
  double center = kAbsent;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.number("scaleBase", scale_base, Range::positive);
    visit.number("gamma", gamma, Range::positive);
    visit.optional("center", center, Range::any);
  }

  Status prepare(const Geometry& geometry) {
    const int width = geometry.head_dim;
    if (width % 2 != 0) return value_error("headDim", width, "an even number of channels (pairs are rotated)");
    origin_ = center == center ? center : std::floor(geometry.final_length() / 2);
    farthest_ = kLargestExponent * scale_base / math::log((1 + gamma) / gamma);
    TRY(frequencies::plain(base, width, inverse_));
    TRY(decay_.allocate_unset(inverse_.size()));
    for (std::size_t i = 0; i < decay_.size(); ++i)
      decay_[i] = math::log((static_cast<double>(2 * i) / width + gamma) / (1 + gamma)) / scale_base;
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    for (const float p : positions)
      if (!(std::abs(p - origin_) < farthest_))
        return value_error("positions", p, "positions near the center, where the scale is a float");
    return {};
  }

  std::span<const double> inverse_frequencies() const { return inverse_.span(); }

  PairLayout rotated_pairs() const { return {layout, 0, static_cast<int>(inverse_.size())}; }

  // Turns row [headDim] in place and scales each pair.
  void rotate(std::span<double> row, double position, int /*head*/, Side side) const {
    const double from_center = side == Side::key ? origin_ - position : position - origin_;
    rotate_pairs(row, rotated_pairs(), [&](int pair) {
      return rotation_by(position * inverse_[pair], math::exp(from_center * decay_[pair]));
    });
  }

 private:
  static constexpr double kLargestExponent = 80;  // e^80 times a row stays below FLT_MAX
  double origin_ = 0;
  double farthest_ = 0;     // from the center, where the scale of the fastest pair is e^80
  Buffer<double> inverse_;  // radians per position
  Buffer<double> decay_;    // ln ζ / scaleBase
};

}  // namespace whereformer
