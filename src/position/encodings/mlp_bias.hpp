// Name: Dynamic position bias (a small network of the distance)
// Name-zh: 动态位置偏置（距离的小网络）
// Type: mlpBias
// Paper: Wang et al. 2022, CrossFormer: A Versatile Vision Transformer Hinging on Cross-scale Attention; as in x-transformers
// Link: https://arxiv.org/abs/2108.00154
// Year: 2021
// Doors: bias
// Formula: b_h(i, j) = \mathrm{MLP}_h(x), \qquad x = i - j \quad\text{or}\quad \mathrm{sign}(i - j) \ln(|i - j| + 1)
// Convention: added after the scale; the network's input is the signed query − key; SiLU between layers (x-transformers, without its
// optional norm)
// Convention-zh: 在缩放之后相加；网络的输入是查询 − 键，带符号；层间激活为 SiLU（x-transformers，不含可选的归一化）
// Parameter: weight1 | [width, 1] required | | first layer | 第一层权重
// Parameter: bias1 | [1, width] required | | first layer | 第一层偏置
// Parameter: weight2 | [hidden, width] required | hidden = heads when it is the last layer | second layer | 第二层权重
// Parameter: bias2 | [1, hidden] required | | second layer | 第二层偏置
// Parameter: weight3 | [heads, hidden] | | third layer | 第三层权重
// Parameter: bias3 | [1, heads] | | third layer | 第三层偏置
// Parameter: log | | | the logarithm of the distance instead of the distance | 输入距离的对数而不是距离
// Variant: Dynamic position bias | 动态位置偏置 | {} | x-transformers DynamicPositionBias
// Variant: Dynamic position bias, logarithmic | 动态位置偏置，对数距离 | {"log": true} | x-transformers DynamicPositionBias
// Tested against: NumPy construction, cross-checked with x-transformers DynamicPositionBias
#pragma once

#include <array>
#include <cmath>

#include "position/bias_mlp.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct MlpBias {
  static constexpr const char* type = "mlpBias";

  Table weight1;
  Table bias1;
  Table weight2;
  Table bias2;
  Table weight3;
  Table bias3;
  bool log = false;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("weight1", weight1);
    visit.learned("bias1", bias1);
    visit.learned("weight2", weight2);
    visit.learned("bias2", bias2);
    visit.learned("weight3", weight3);
    visit.learned("bias3", bias3);
    visit.flag("log", log);
  }

  Status prepare(const Geometry& geometry) {
    const auto [first, second, third] = layers();
    TRY(first.check("position.weight1", "position.bias1", 1, -1));
    const int outputs = weight3.empty() ? geometry.heads : -1;
    TRY(second.check("position.weight2", "position.bias2", weight1.rows, outputs));
    if (!weight3.empty()) {
      TRY(third.check("position.weight3", "position.bias3", weight2.rows, geometry.heads));
    }
    const auto all = layers();
    return hidden_.allocate_unset(3 * hidden_units(std::span(all).first(depth())));
  }

  double distance_bias(int head, double distance) const {
    const auto all = layers();
    const double x = input(distance);
    return perceptron(std::span(all).first(depth()), MlpActivation::silu, {&x, 1}, head, hidden_.span());
  }

  // Three layers keep the first one's outputs.
  bool one_thread() const { return depth() > 2; }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    const auto all = layers();
    const double x = input(g.distance());
    double d_x = 0;
    learn_perceptron(std::span(all).first(depth()), MlpActivation::silu, {&x, 1}, g.head, g.value, {&d_x, 1},
                     hidden_.span(), to);
  }

 private:
  std::size_t depth() const { return weight3.empty() ? 2 : 3; }

  double input(double distance) const {
    const double away = math::log(std::abs(distance) + 1);
    return !log ? -distance : distance > 0 ? -away : away;
  }

  std::array<DenseLayer, 3> layers() const { return {{{&weight1, &bias1}, {&weight2, &bias2}, {&weight3, &bias3}}}; }

  mutable Buffer<double> hidden_;  // outputs of layers, of one evaluation or of learn
};

}  // namespace whereformer
