// Name: Sinusoidal
// Name-zh: 正弦位置编码
// Type: sinusoidal
// Paper: Vaswani et al. 2017, Attention Is All You Need, section 3.5
// Link: https://arxiv.org/abs/1706.03762
// Year: 2017
// Doors: embed
// Convention: PE[p, 2i] = sin(p · base^(−2i/d)), PE[p, 2i+1] = cos(same); `concatenated` puts all sines before all cosines
// Parameter: base | number | 10000 | greater than 1 | the longest wavelength is 2π · base | 最长波长为 2π · base
// Parameter: layout | interleaved, concatenated | interleaved | | order of sines and cosines in a row | 行内正弦与余弦的排列
// Tested against: transformers MarianSinusoidalPositionalEmbedding (concatenated); NumPy float64 construction (interleaved)
#pragma once

#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Sinusoidal {
  static constexpr const char* type = "sinusoidal";
  enum class Layout { interleaved, concatenated };

  double base = 10000;
  Layout layout = Layout::interleaved;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base);
    visit.choice("layout", layout, {"interleaved", "concatenated"});
  }

  Status prepare(const Geometry& geometry) {
    if (!(base > 1) || !std::isfinite(base)) return value_error("position.base", base, "a finite number > 1");
    if (geometry.d_model % 2 != 0)
      return value_error("dim", geometry.d_model, "an even width for sine and cosine pairs");
    return {};
  }

  // Adds the code to row [d_model].
  template <class T>
  void embed(std::span<T> row, double position) const {
    const std::size_t pairs = row.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const double angle = position * std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(row.size()));
      const bool together = layout == Layout::interleaved;
      row[together ? 2 * i : i] += static_cast<T>(std::sin(angle));
      row[together ? 2 * i + 1 : pairs + i] += static_cast<T>(std::cos(angle));
    }
  }
};

}  // namespace whereformer
