// Name: Rotary position embedding (RoPE)
// Name-zh: 旋转位置编码（RoPE）
// Type: rope
// Paper: Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding
// Link: https://arxiv.org/abs/2104.09864
// Year: 2021
// Doors: rotate
// Convention: `half` pairs channel i with i + r/2 (GPT-NeoX, Hugging Face Llama), `interleaved` pairs 2i with 2i + 1
// (RoFormer, GPT-J); the exponent divides by the rotary width r; channels past r pass unchanged
// Parameter: base | number | 10000 | greater than 1 | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | half, interleaved | half | | which channels form a pair | 哪些通道组成一对
// Parameter: rotaryDim | integer | 0 | even, 0 … headDim | channels that are rotated, 0 = all | 参与旋转的通道数，0 表示全部
// Tested against: transformers apply_rotary_pos_emb of llama, gptj and gpt_neox
#pragma once

#include <cmath>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Rope {
  static constexpr const char* type = "rope";
  enum class Layout { half, interleaved };

  double base = 10000;
  Layout layout = Layout::half;
  int rotary_dim = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.integer("rotaryDim", rotary_dim);
  }

  Status prepare(const Geometry& geometry) {
    if (!(base > 1) || !std::isfinite(base)) return value_error("position.base", base, "a finite number > 1");
    const int rotated = rotary_dim == 0 ? geometry.head_dim : rotary_dim;
    if (rotated < 0 || rotated % 2 != 0) {
      return value_error("position.rotaryDim", rotated, "an even number of channels (pairs are rotated)");
    }
    if (rotated > geometry.head_dim) {
      return value_error("position.rotaryDim", rotated, "at most the head dimension");
    }
    inverse_frequencies_ = default_frequencies(base, rotated);
    return {};
  }

  std::span<const double> inverse_frequencies() const { return inverse_frequencies_; }
  double attention_factor() const { return 1; }
  int pairs() const { return static_cast<int>(inverse_frequencies_.size()); }

  // Rotates row [d_head] in place: (x, y) → (x cos − y sin, x sin + y cos), the angle in double at any distance.
  template <class T>
  void rotate(std::span<T> row, double position, int /*head*/) const {
    const std::size_t half = inverse_frequencies_.size();
    for (std::size_t i = 0; i < half; ++i) {
      const double angle = position * inverse_frequencies_[i];
      const double cosine = std::cos(angle);
      const double sine = std::sin(angle);
      T& first = row[layout == Layout::half ? i : 2 * i];
      T& second = row[layout == Layout::half ? half + i : 2 * i + 1];
      const double x = first;
      const double y = second;
      first = static_cast<T>(x * cosine - y * sine);
      second = static_cast<T>(x * sine + y * cosine);
    }
  }

 private:
  std::vector<double> inverse_frequencies_;
};

}  // namespace whereformer
