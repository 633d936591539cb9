// Name: Sinusoidal
// Name-zh: 正弦位置编码
// Type: sinusoidal
// Paper: Vaswani et al. 2017, Attention Is All You Need, section 3.5
// Link: https://arxiv.org/abs/1706.03762
// Year: 2017
// Doors: embed
// Formula: \mathrm{PE}_{p,2i} = \sin(p\,\omega_i), \quad \mathrm{PE}_{p,2i+1} = \cos(p\,\omega_i), \quad
// \omega_i = b^{-2i/D}
// Convention: `interleaved` puts sine and cosine of one frequency side by side, `concatenated` puts all sines before all
// cosines. `paper` spaces the exponents as 2i / D, `endpoint` as i / (⌊D/2⌋ − 1), so that the longest wavelength is exactly 2π · base;
// an odd width (endpoint, concatenated) ends with a channel of zeros
// Convention-zh: `interleaved` 把同一频率的正弦与余弦相邻排列，`concatenated` 把全部正弦排在余弦之前。指数间隔 `paper` 为 2i / D，
// `endpoint` 为 i / (⌊D/2⌋ − 1)，最长波长恰为 2π · base；宽度为奇数（endpoint 且 concatenated）时末通道为零
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | order of sines and cosines in a row | 行内正弦与余弦的排列
// Parameter: spacing | | | exponents 2i / D, or i / (⌊D/2⌋ − 1) as in tensor2tensor and fairseq |
// 指数为 2i / D，或如 tensor2tensor 与 fairseq 取 i / (⌊D/2⌋ − 1)
// Parameter: scale | | | multiplies the whole code | 乘在整个位置向量上
// Parameter: padding | whole | | the position whose code is zero | 位置向量为零的位置
// Variant: Sinusoidal | 正弦位置编码 | {} | NumPy float64 construction after the paper; transformers Marian (concatenated)
// Variant: Sinusoidal of tensor2tensor and fairseq | tensor2tensor 与 fairseq 的正弦编码 |
// {"layout": "concatenated", "spacing": "endpoint"} | fairseq SinusoidalPositionalEmbedding
// Variant: Scaled sinusoidal | 缩放的正弦编码 | {"layout": "concatenated", "scale": 0.0625} | x-transformers ScaledSinusoidalEmbedding
// Tested against: transformers MarianSinusoidalPositionalEmbedding (concatenated); NumPy float64 construction (interleaved)
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Sinusoidal {
  static constexpr const char* type = "sinusoidal";
  enum class Order { interleaved, concatenated };
  enum class Spacing { paper, endpoint };

  double base = 10000;
  Order layout = Order::interleaved;
  Spacing spacing = Spacing::paper;
  double scale = 1;
  double padding = kAbsent;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"interleaved", "concatenated"});
    visit.choice("spacing", spacing, {"paper", "endpoint"});
    visit.number("scale", scale, Range::any);
    visit.optional("padding", padding, Range::not_negative);
  }

  Status prepare(const Geometry& geometry) {
    const bool odd = geometry.d_model % 2 != 0;
    if (odd && (spacing == Spacing::paper || layout == Order::interleaved)) {
      return value_error("dim", geometry.d_model, "an even number of channels (sine and cosine)");
    }
    return {};
  }

  // Adds the code to row [d_model].
  template <class T>
  void embed(std::span<T> row, double position) const {
    if (position == padding) return;
    const std::size_t pairs = row.size() / 2;
    const bool together = layout == Order::interleaved;
    for (std::size_t i = 0; i < pairs; ++i) {
      const double angle = position * math::pow(base, -static_cast<double>(i) / steps(row.size()));
      row[together ? 2 * i : i] += static_cast<T>(scale * math::sin(angle));
      row[together ? 2 * i + 1 : pairs + i] += static_cast<T>(scale * math::cos(angle));
    }
  }

 private:
  // How many pairs it takes to come from frequency 1 to 1 / base.
  double steps(std::size_t width) const {
    if (spacing == Spacing::paper) return static_cast<double>(width) / 2;
    return width < 4 ? 1 : static_cast<double>(width / 2 - 1);
  }
};

}  // namespace whereformer
