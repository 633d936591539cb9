// Name: Transformer-XL relative positions
// Name-zh: Transformer-XL 相对位置
// Type: transformerXl
// Paper: Dai et al. 2019, Transformer-XL: Attentive Language Models beyond a Fixed-Length Context
// Link: https://arxiv.org/abs/1901.02860
// Year: 2019
// Doors: content, bias
// Causal: required
// Formula: s_{ij} = \frac{(q_i + u) \cdot k_j + (q_i + v) \cdot W_R R_{i - j}}{\sqrt d}, \qquad R_t = [\sin t \omega \,\Vert\, \cos t \omega]
// Convention: R is the sinusoid of query − key, sines first, over the width of the model; everything is inside of the scale. The code of
// the paper shifts a matrix, which leaves junk above the diagonal: only causal attention agrees with it there
// Convention-zh: R 是查询 − 键的正弦编码，先正弦后余弦，宽度为模型宽度；全部在缩放之内。论文代码用矩阵平移，对角线以上是无意义的数，因此那里只有因果注意力一致
// Parameter: weight | [heads · headDim, dModel] required | an even number of columns | W_R, as a linear layer stores it | W_R，按线性层的存法
// Parameter: contentBias | [heads, headDim] required | | u (r_w_bias) | u（r_w_bias）
// Parameter: positionBias | [heads, headDim] required | | v (r_r_bias) | v（r_r_bias）
// Parameter: clampLength | | | distances beyond it count as it, 0 = off | 更远的距离按此计，0 表示不限
// Parameter: base | | | sets the longest wavelength | 决定最长波长
// Variant: Transformer-XL | Transformer-XL | {} | NumPy construction after kimiyoung/transformer-xl mem_transformer.py
// Tested against: NumPy construction after kimiyoung/transformer-xl mem_transformer.py, transformers XLNet without segments
#pragma once

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/sinusoids.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct TransformerXl {
  static constexpr const char* type = "transformerXl";

  Table weight;
  Table content_bias;
  Table position_bias;
  int clamp_length = 0;
  double base = 10000;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("weight", weight);
    visit.learned("contentBias", content_bias);
    visit.learned("positionBias", position_bias);
    visit.integer("clampLength", clamp_length, Range::not_negative);
    visit.number("base", base, Range::above_one);
  }

  Status prepare(const Geometry& geometry) {
    const int heads = geometry.heads;
    const int width = geometry.head_dim;
    TRY(shaped(weight, "position.weight", width_of_heads(geometry), -1, "[heads · headDim, dModel]"));
    TRY(shaped(content_bias, "position.contentBias", heads, width, "[heads, headDim]"));
    TRY(shaped(position_bias, "position.positionBias", heads, width, "[heads, headDim]"));
    if (weight.columns % 2 != 0) return shape_error("position.weight", weight.columns, "an even number of columns");
    const auto columns = static_cast<std::size_t>(weight.columns);
    TRY(frequencies_.allocate_unset(columns / 2));
    TRY(sinusoid_.allocate(columns));
    TRY(projected_.allocate(element_count(heads, columns)));
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
      frequencies_[i] = math::pow(base, -static_cast<double>(2 * i) / weight.columns);
    }
    sinusoid_distance_ = kAbsent;
    is_projected_ = false;
    scale_ = geometry.scale;
    return {};
  }

  // q · (W_R R): the part of the score that the query looks at.
  void query_vector(int head, double distance, std::span<double> out) const {
    const std::span<const double> sinusoid = sinusoid_at(distance);
    for (int c = 0; c < content_bias.columns; ++c) {
      const float* row = weight.row(head * content_bias.columns + c);
      double sum = 0;
      for (std::size_t i = 0; i < sinusoid.size(); ++i) sum += row[i] * sinusoid[i];
      out[c] += sum;
    }
  }

  // k · u.
  void key_vector(int head, double /*distance*/, std::span<double> out) const {
    add_row(content_bias, head, 0, content_bias.columns, out);
  }

  // v · (W_R R), times the scale.
  double distance_bias(int head, double distance) const {
    if (!is_projected_) project_position_bias();
    const double* row = projected_.data() + head * weight.columns;
    const std::span<const double> sinusoid = sinusoid_at(distance);
    double sum = 0;
    for (std::size_t i = 0; i < sinusoid.size(); ++i) sum += row[i] * sinusoid[i];
    return sum * scale_;
  }

  // The sinusoid of the last distance and the projected bias are kept.
  bool one_thread() const { return true; }

  void learn(const VectorGradient& g, LearnedGradients& to) const {
    if (g.side == Side::key) add_to(to.row(content_bias, g.head), 1, g.vector);
    if (g.side != Side::query) return;
    const std::span<const double> sinusoid = sinusoid_at(g.distance);
    for (int c = 0; c < content_bias.columns; ++c) {
      add_to(to.row(weight, g.head * content_bias.columns + c), g.vector[c], sinusoid);
    }
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    const std::span<const double> sinusoid = sinusoid_at(g.distance());
    for (int c = 0; c < position_bias.columns; ++c) {
      const int row = g.head * position_bias.columns + c;
      to.at(position_bias, g.head, c) +=
          g.value * scale_ * dot_product(weight.row(row), sinusoid.data(), weight.columns);
      add_to(to.row(weight, row), g.value * scale_ * position_bias.at(g.head, c), sinusoid);
    }
  }

  // Query vectors, key vector and bias as one projection.
  ProjectedSinusoids sinusoids() const {
    return {frequencies_.span(),        static_cast<double>(clamp_length), weight.values.data(),
            content_bias.values.data(), position_bias.values.data(),       scale_,
            content_bias.columns};
  }

 private:
  // R at query − key, [dModel]. Cached for one distance: bias and query vector are called one after the other.
  std::span<const double> sinusoid_at(double distance) const {
    if (distance == sinusoid_distance_) return sinusoid_.span();
    const double limit = clamp_length;
    const double back = clamp_length > 0 ? std::clamp(-distance, -limit, limit) : -distance;
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
      const math::SineCosine of = math::sine_cosine(back * frequencies_[i]);
      sinusoid_[i] = of.sine;
      sinusoid_[frequencies_.size() + i] = of.cosine;
    }
    sinusoid_distance_ = distance;
    return sinusoid_.span();
  }

  void project_position_bias() const {
    is_projected_ = true;
    for (int row = 0; row < weight.rows; ++row) {
      const int head = row / position_bias.columns;
      const double v = position_bias.at(head, row % position_bias.columns);
      double* to = projected_.data() + head * weight.columns;
      for (int channel = 0; channel < weight.columns; ++channel) to[channel] += v * weight.at(row, channel);
    }
  }

  Buffer<double> frequencies_;        // [dModel / 2]
  mutable Buffer<double> projected_;  // vᵀ W_R, [heads, dModel]; computed on first use
  mutable bool is_projected_ = false;
  double scale_ = 1;
  mutable Buffer<double> sinusoid_;  // [dModel]
  mutable double sinusoid_distance_ = kAbsent;
};

}  // namespace whereformer
