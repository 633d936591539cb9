// Name: Polar position embedding (PoPE)
// Name-zh: 极坐标位置编码（PoPE）
// Type: pope
// Paper: Gopalakrishnan et al. 2025, Decoupling the "What" and "Where" With Polar Coordinate Positional Embeddings
// Link: https://arxiv.org/abs/2509.10534
// Year: 2025
// Doors: rotate
// Formula: q_m \cdot k_n \to \sum_{i=1}^{d} \mathrm{sp}(q_i)\,\mathrm{sp}(k_i) \cos\bigl((n - m)\,\omega_i + \delta_i\bigr),
// \quad \omega_i = b^{-i/d}, \quad \mathrm{sp}(x) = \ln(1 + e^x)
// Convention: every channel becomes a vector of length softplus(x) at the angle position · ω, all cosines before all sines: rows
// become twice as wide, the scale stays that of the original width. Keys are turned by a further phase δ per head and channel,
// clamped to −2π … 0
// Convention-zh: 每个通道变成长度为 softplus(x)、角度为 position · ω 的向量，余弦全部在正弦之前：行宽加倍，缩放仍按原宽度。
// 键另加每头每通道的相位 δ，截断到 −2π … 0
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: phases | [heads, head_dim] | | learned phases of the keys; none = 0 | 键的可学习相位，缺省为 0
// Variant: PoPE | PoPE | {} | x-transformers PolarEmbedding
// Tested against: x-transformers PolarEmbedding and apply_polar_pos_emb
#pragma once

#include <algorithm>
#include <numbers>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Pope {
  static constexpr const char* type = "pope";

  double base = 10000;
  Table phases;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.learned("phases", phases);
  }

  Status prepare(const Geometry& geometry) {
    TRY(frequencies::plain(base, 2 * geometry.head_dim, inverse_));  // b^(−i/d): as many as channels
    if (phases.empty()) return {};
    return shaped(phases, "position.phases", geometry.heads, geometry.head_dim, "[heads, headDim]");
  }

  std::span<const double> inverse_frequencies() const { return inverse_.span(); }

  int rotated_width(int head_dim) const { return 2 * head_dim; }

  // Row [2 headDim], of which the first half is filled.
  void rotate(std::span<double> row, double position, int head, Side side) const {
    const std::size_t width = row.size() / 2;
    for (std::size_t i = 0; i < width; ++i) {
      double angle = position * inverse_[i];
      if (side == Side::key && !phases.empty()) {
        angle += std::clamp<double>(phases.at(head, static_cast<int>(i)), -2 * std::numbers::pi, 0);
      }
      const PairRotation turn = rotation_by(angle, math::softplus(row[i]));
      row[i] = turn.cosine;
      row[width + i] = turn.sine;
    }
  }

 private:
  Buffer<double> inverse_;  // radians per position of each channel
};

}  // namespace whereformer
