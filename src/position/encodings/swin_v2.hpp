// Name: Swin v2: continuous position bias and cosine attention
// Name-zh: Swin v2：连续位置偏置与余弦注意力
// Type: swinV2
// Paper: Liu et al. 2022, Swin Transformer V2: Scaling Up Capacity and Resolution
// Link: https://arxiv.org/abs/2111.09883
// Year: 2021
// Doors: rotate, bias, score
// Tokens: grid
// Formula: s_{ij} = \frac{q_i \cdot k_j}{\lVert q_i \rVert \lVert k_j \rVert}\, e^{\min(\tau_h, \ln 100)} + 16\, \sigma(\mathrm{MLP}_h(u(y_i - y_j),
// u(x_i - x_j))), \qquad u(\Delta) = \mathrm{sign}(\Delta) \log_8\!\Big(1 + \frac{8 |\Delta|}{W - 1}\Big)
// Convention: position = row · width + column inside of one window; offsets are query − key. Queries and keys become unit vectors, the
// query times e^logitScale (at most 100), and there is no 1/√d. transformers adds the window mask twice; here it is added once
// Convention-zh: 位置 = 行 · width + 列；偏移为查询 − 键。查询与键归一化为单位向量，查询再乘 e^logitScale（至多 100），没有 1/√d。transformers 把窗口掩码加了两次，这里只加一次
// Parameter: weight1 | [hidden, 2] required | | first layer, of the offsets [row, column] | 第一层权重，输入为 [行, 列] 偏移
// Parameter: bias1 | [1, hidden] required | | first layer | 第一层偏置
// Parameter: weight2 | [heads, hidden] required | | second layer, without a bias | 第二层权重，无偏置
// Parameter: logitScale | tensor | empty = ln 10, or one per head | logarithm of the factor of the cosine | 余弦系数的对数
// Parameter: width | required | width · height at most 16384 | columns of the window | 窗口列数
// Parameter: height | required | width · height at most 16384 | rows of the window | 窗口行数
// Parameter: pretrainedWidth | | 0 or above 1, with pretrainedHeight | width that the bias network was trained on | 偏置网络训练时的窗口列数
// Parameter: pretrainedHeight | | 0 or above 1, with pretrainedWidth | height that the bias network was trained on | 偏置网络训练时的窗口行数
// Variant: Swin v2 | Swin v2 | {"width": 8, "height": 8} | transformers Swinv2SelfAttention
// Variant: Swin v2, window enlarged after training | Swin v2，训练后放大窗口 | {"width": 12, "height": 12, "pretrainedWidth": 8,
// "pretrainedHeight": 8} | transformers Swinv2SelfAttention
// Tested against: transformers Swinv2SelfAttention
#pragma once

#include <array>
#include <cmath>

#include "position/bias_mlp.hpp"
#include "position/encodings/swin.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct SwinV2 {
  static constexpr const char* type = "swinV2";

  Table weight1;
  Table bias1;
  Table weight2;
  Numbers logit_scale;
  int width = 0;
  int height = 0;
  int pretrained_width = 0;
  int pretrained_height = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("weight1", weight1);
    visit.learned("bias1", bias1);
    visit.learned("weight2", weight2);
    visit.learned("logitScale", logit_scale, Range::any);
    visit.integer("width", width, Range::positive);
    visit.integer("height", height, Range::positive);
    visit.integer("pretrainedWidth", pretrained_width, Range::not_negative);
    visit.integer("pretrainedHeight", pretrained_height, Range::not_negative);
  }

  Status prepare(const Geometry& geometry) {
    TRY(check(geometry));
    TRY(factors_.allocate_unset(geometry.heads));
    for (std::size_t h = 0; h < factors_.size(); ++h) {
      const double tau = logit_scale.empty() ? math::log(10) : logit_scale[h];
      factors_[h] = math::exp(std::min(tau, math::log(100)));
    }
    return tabulate(geometry.heads);
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, window_.tokens(), "a whole position inside of the window");
  }

  double dot_scale(const Geometry&) const { return 1; }

  // To a unit vector; queries times the head's factor. Values are left alone.
  void rotate(std::span<double> row, double /*position*/, int head, Side side) const {
    const double length = math::sqrt(dot_product(row.data(), row.data(), static_cast<int>(row.size())));
    const double factor = side == Side::query ? factors_[head] : 1;
    for (double& x : row) x = x * factor / std::max(length, 1e-12);
  }

  double pair_bias(int head, double query, double key) const {
    return biases_[window_.offset(query, key) * factors_.size() + head];
  }

 private:
  Status check(const Geometry& geometry) {
    window_ = {width, height};
    TRY(window_.check());
    if (window_.tokens() > 1 << 14) return value_error("position.width", width, "a window of at most 16384 tokens");
    const bool both =
        (pretrained_width > 1 && pretrained_height > 1) || (pretrained_width == 0 && pretrained_height == 0);
    if (!both)
      return value_error("position.pretrainedWidth", pretrained_width, "a width and a height above 1, or none");
    TRY(per_head(logit_scale, "position.logitScale", geometry.heads));
    const auto [first, second] = layers();
    TRY(first.check("position.weight1", "position.bias1", 2, -1));
    return second.check("position.weight2", "", weight1.rows, geometry.heads);
  }

  // The bias of every offset, [offsets, heads]: there are fewer offsets than pairs.
  Status tabulate(int heads) {
    const int across = 2 * width - 1;
    const auto network = layers();
    TRY(biases_.allocate_unset(element_count(window_.offsets(), heads)));
    std::size_t entry = 0;
    for (int o = 0; o < window_.offsets(); ++o) {
      const double at[] = {coordinate(o / across - height + 1, pretrained_height > 0 ? pretrained_height : height),
                           coordinate(o % across - width + 1, pretrained_width > 0 ? pretrained_width : width)};
      for (int h = 0; h < heads; ++h)
        biases_[entry++] = 16 * math::sigmoid(perceptron(network, MlpActivation::relu, at, h));
    }
    return {};
  }

  static double coordinate(int offset, int extent) {
    if (offset == 0) return 0;
    const double size = math::log(1 + 8.0 * std::abs(offset) / (extent - 1)) / math::log(8);
    return offset < 0 ? -size : size;
  }

  std::array<DenseLayer, 2> layers() const { return {{{&weight1, &bias1}, {&weight2, &none_}}}; }

  PatchWindow window_;
  Table none_;
  Buffer<double> factors_;  // [heads]
  Buffer<double> biases_;   // [offsets, heads]
};

}  // namespace whereformer
