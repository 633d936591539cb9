// Name: FIRE (functional interpolation for relative positions)
// Name-zh: 函数式插值相对位置（FIRE）
// Type: fire
// Paper: Li et al. 2024, Functional Interpolation for Relative Positions Improves Long Context Transformers
// Link: https://arxiv.org/abs/2310.04418
// Year: 2023
// Doors: bias
// Formula: b_h(i, j) = \mathrm{MLP}_h\!\left(\frac{\psi(i - j)}{\psi(\max(i, |\mu L|)) + \varepsilon}\right), \qquad
// \psi(x) = \ln(|c x| + 1)
// Convention: the network's input is the distance divided by the query's position, so it never exceeds the range seen in training;
// one hidden layer with ReLU. The bias depends on i as well as on i − j
// Convention-zh: 网络看到的是距离占查询位置的比例，因此不会遇到训练之外的数；一个隐藏层，激活为 ReLU。偏置不仅取决于 i − j，也取决于 i
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
    visit.table("weight1", weight1);
    visit.table("bias1", bias1);
    visit.table("weight2", weight2);
    visit.table("bias2", bias2);
    visit.number("c", c, Range::any);
    visit.number("threshold", threshold, Range::any);
    visit.number("multiplier", multiplier, Range::any);
    visit.number("epsilon", epsilon, Range::positive);
  }

  Status prepare(const Geometry& geometry) {
    const auto [first, second] = layers();
    return then(first.check("position.weight1", "position.bias1", 1, -1),
                [&] { return second.check("position.weight2", "position.bias2", weight1.rows, geometry.heads); });
  }

  double pair_bias(int head, double query, double key) const {
    const double share = shrunk(query - key) / (shrunk(std::max(query, std::abs(multiplier * threshold))) + epsilon);
    return perceptron(layers(), MlpActivation::relu, {share}, head);
  }

 private:
  std::array<DenseLayer, 2> layers() const { return {{{&weight1, &bias1}, {&weight2, &bias2}}}; }

  double shrunk(double x) const { return math::log(std::abs(c * x) + 1); }
};

}  // namespace whereformer
