// A small perceptron with learned tables as weights, as bias networks use it (FIRE, dynamic position bias, Swin v2).
#pragma once

#include <span>
#include <vector>

#include "core/math.hpp"
#include "position/learned_gradients.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

enum class MlpActivation { relu, silu };

inline double activated(MlpActivation activation, double x) {
  if (activation == MlpActivation::silu) return x * math::sigmoid(x);
  return x > 0 ? x : 0;
}

inline double activation_slope(MlpActivation activation, double x) {
  if (activation == MlpActivation::relu) return x > 0 ? 1 : 0;
  const double gate = math::sigmoid(x);
  return gate * (1 + x * (1 - gate));
}

// weight [outputs, inputs] as PyTorch stores it, bias [1, outputs] or empty.
struct DenseLayer {
  const Table* weight;
  const Table* bias;

  Status check(const char* weight_name, const char* bias_name, int inputs, int outputs) const {
    return then(shaped(*weight, weight_name, outputs, inputs, "[outputs, inputs] of this layer"), [&] {
      return bias->empty() ? Status{} : shaped(*bias, bias_name, 1, weight->rows, "[1, outputs] of this layer");
    });
  }

  double output(int row, std::span<const double> x) const {
    return dot_product(weight->row(row), x.data(), weight->columns) + (bias->empty() ? 0 : bias->at(0, row));
  }

  // Of one output with the gradient `d`, for the input x: adds to the parameters' gradients, and to d_x.
  void learn(int row, double d, std::span<const double> x, std::span<double> d_x, LearnedGradients& to) const {
    add_to(to.row(*weight, row), d, x);
    if (!bias->empty()) to.at(*bias, 0, row) += d;
    for (std::size_t i = 0; i < x.size(); ++i) d_x[i] += d * weight->at(row, static_cast<int>(i));
  }
};

// One output of the layers, with the activation between them and none after the last.
inline double perceptron(std::span<const DenseLayer> layers, MlpActivation activation, std::vector<double> x,
                         int output) {
  for (const DenseLayer& layer : layers.first(layers.size() - 1)) {
    std::vector<double> y(static_cast<std::size_t>(layer.weight->rows));
    for (int row = 0; row < layer.weight->rows; ++row) {
      y[static_cast<std::size_t>(row)] = activated(activation, layer.output(row, x));
    }
    x = std::move(y);
  }
  return layers.back().output(output, x);
}

// The gradient `d` of that output, carried back: adds to the gradients of weights and biases; returns that of x.
inline std::vector<double> learn_perceptron(std::span<const DenseLayer> layers, MlpActivation activation,
                                            const std::vector<double>& x, int output, double d, LearnedGradients& to) {
  const DenseLayer& layer = layers.front();
  std::vector<double> d_x(x.size(), 0.0);
  if (layers.size() == 1) {
    layer.learn(output, d, x, d_x, to);
    return d_x;
  }
  const auto rows = static_cast<std::size_t>(layer.weight->rows);
  std::vector<double> before(rows);  // the activation
  std::vector<double> y(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    before[row] = layer.output(static_cast<int>(row), x);
    y[row] = activated(activation, before[row]);
  }
  const std::vector<double> d_y = learn_perceptron(layers.subspan(1), activation, y, output, d, to);
  for (std::size_t row = 0; row < d_y.size(); ++row) {
    layer.learn(static_cast<int>(row), d_y[row] * activation_slope(activation, before[row]), x, d_x, to);
  }
  return d_x;
}

}  // namespace whereformer
