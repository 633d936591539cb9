// Name: FIRE (functional interpolation for relative positions)
// Name-zh: 函数式插值相对位置（FIRE）
// Type: fire
// Paper: Li et al. 2024, Functional Interpolation for Relative Positions Improves Long Context Transformers
// Link: https://arxiv.org/abs/2310.04418
// Year: 2023
// Doors: bias
// Formula: b_h(i, j) = \mathrm{MLP}_h\!\left(\frac{\psi(i - j)}{\psi(\max(i, |\mu L|)) + \varepsilon}\right), \qquad
// \psi(x) = \ln(|c x| + 1)
// Convention: queries before the threshold L are counted as if they stood there: among them the bias depends on i − j alone, and longer
// distances bring new inputs of the network. From L on the distance is divided by the query's position: the bias depends on i, too, and
// for earlier keys the input never exceeds 1, which training has seen if it went beyond L. One hidden layer with ReLU
// Convention-zh: 阈值 L 之前的查询都按位于 L 处计算：在此之内偏置只取决于 i − j，更远的距离会给网络带来新的输入。从 L 起，距离要除以查询的位置：偏置也取决于 i，而对前面的键，输入不超过 1，只要训练长度超过
// L 就都见过。一个隐藏层，激活为 ReLU
// Parameter: weight1 | [width, 1] required | | first layer | 第一层权重
// Parameter: bias1 | [1, width] required | | first layer | 第一层偏置
// Parameter: weight2 | [heads, width] required | | second layer | 第二层权重
// Parameter: bias2 | [1, heads] required | | second layer | 第二层偏置
// Parameter: c | | | rate inside of the logarithm, learned | 对数内的速率，可学习
// Parameter: threshold | | | L: queries before it count as if they stood there | L：之前的查询按此位置归一化
// Parameter: multiplier | | | μ, learned factor of L | μ，L 的可学习系数
// Parameter: epsilon | | | keeps the divisor above 0 | 使除数大于 0
// Variant: FIRE | FIRE | {} | NumPy construction after mcleish7/arithmetic FIRE
// Tested against: NumPy construction after mcleish7/arithmetic cramming/architectures/embeddings.py
#pragma once

#include <array>
#include <cmath>

#include "position/bias_mlp.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Fire {
  static constexpr const char* type = "fire";

  Table weight1;
  Table bias1;
  Table weight2;
  Table bias2;
  double c = 0.1;
  double threshold = 512;
  double multiplier = 1;
  double epsilon = 1e-6;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("weight1", weight1);
    visit.learned("bias1", bias1);
    visit.learned("weight2", weight2);
    visit.learned("bias2", bias2);
    visit.learned("c", c, Range::any);
    visit.number("threshold", threshold, Range::any);
    visit.learned("multiplier", multiplier, Range::any);
    visit.number("epsilon", epsilon, Range::positive);
  }

  Status prepare(const Geometry& geometry) {
    const auto [first, second] = layers();
    TRY(first.check("position.weight1", "position.bias1", 1, -1));
    TRY(second.check("position.weight2", "position.bias2", weight1.rows, geometry.heads));
    return hidden_.allocate_unset(3 * hidden_units(layers()));
  }

  double pair_bias(int head, double query, double key) const {
    const double share = shrunk(query - key) / (shrunk(normalizer(query)) + epsilon);
    return perceptron(layers(), MlpActivation::relu, {&share, 1}, head);
  }

  // Through the network to its input ψ(x) / (ψ(m) + ε), and from there to c and μ.
  void learn(const BiasGradient& g, LearnedGradients& to) const {
    const double back = g.query - g.key;
    const double most = normalizer(g.query);
    const double divisor = shrunk(most) + epsilon;
    const double share = shrunk(back) / divisor;
    double d_share = 0;
    learn_perceptron(layers(), MlpActivation::relu, {&share, 1}, g.head, g.value, {&d_share, 1}, hidden_.span(), to);
    to.of(c) += d_share * (shrunk_by_c(back) - share * shrunk_by_c(most)) / divisor;
    if (most == g.query) return;  // the query itself: μ does not count
    const double most_by_multiplier = multiplier * threshold < 0 ? -threshold : threshold;
    const double shrunk_by_most = std::abs(c) / (std::abs(c * most) + 1);  // most is not negative
    to.of(multiplier) -= d_share * share * shrunk_by_most * most_by_multiplier / divisor;
  }

 private:
  std::array<DenseLayer, 2> layers() const { return {{{&weight1, &bias1}, {&weight2, &bias2}}}; }

  double normalizer(double query) const { return std::max(query, std::abs(multiplier * threshold)); }

  double shrunk(double x) const { return math::log(std::abs(c * x) + 1); }
  double shrunk_by_c(double x) const { return (c < 0 ? -std::abs(x) : std::abs(x)) / (std::abs(c * x) + 1); }

  mutable Buffer<double> hidden_;  // of learn
};

}  // namespace whereformer
