// A small perceptron with learned tables as weights, as bias networks use it (FIRE, dynamic position bias, Swin v2).
#pragma once

#include <span>

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
    TRY(shaped(*weight, weight_name, outputs, inputs, "[outputs, inputs] of this layer"));
    return bias->empty() ? Status{} : shaped(*bias, bias_name, 1, weight->rows, "[1, outputs] of this layer");
  }

  // One output; at(i) is input i.
  template <class At>
  double output_of(int row, At&& at) const {
    const float* weights = weight->row(row);
    double sum = 0;
    for (int i = 0; i < weight->columns; ++i) sum += weights[i] * at(i);
    return sum + (bias->empty() ? 0 : bias->at(0, row));
  }
  double output(int row, std::span<const double> x) const {
    return output_of(row, [x](int i) { return x[i]; });
  }

  // `d` is the gradient of one output for the input x: adds to the parameters' gradients, and to d_x.
  void learn(int row, double d, std::span<const double> x, std::span<double> d_x, LearnedGradients& to) const {
    add_to(to.row(*weight, row), d, x);
    if (!bias->empty()) to.at(*bias, 0, row) += d;
    for (std::size_t i = 0; i < x.size(); ++i) d_x[i] += d * weight->at(row, static_cast<int>(i));
  }
};

// How many numbers the outputs of all layers but the last are.
inline std::size_t hidden_units(std::span<const DenseLayer> layers) {
  std::size_t units = 0;
  for (const DenseLayer& layer : layers.first(layers.size() - 1)) units += static_cast<std::size_t>(layer.weight->rows);
  return units;
}

// One output of at least two layers, with the activation between them and none after the last. The outputs of all layers but the last
// two are kept in `hidden`, which is overwritten: two layers need none.
inline double perceptron(std::span<const DenseLayer> layers, MlpActivation activation, std::span<const double> x,
                         int output, std::span<double> hidden = {}) {
  const std::span<const DenseLayer> last = layers.last(2);
  for (const DenseLayer& layer : layers.first(layers.size() - 2)) {
    const std::span<double> y = hidden.first(layer.weight->rows);
    for (int row = 0; row < layer.weight->rows; ++row) {
      y[row] = activated(activation, layer.output(row, x));
    }
    x = y;
    hidden = hidden.subspan(y.size());
  }
  return last[1].output_of(output, [&](int i) { return activated(activation, last[0].output(i, x)); });
}

// Carries the gradient `d` of one output of a perceptron back: adds to the gradients of weights and biases, and to d_x that of x.
// `hidden` [3 · hidden_units] is overwritten.
inline void learn_perceptron(std::span<const DenseLayer> layers, MlpActivation activation, std::span<const double> x,
                             int output, double d, std::span<double> d_x, std::span<double> hidden,
                             LearnedGradients& to) {
  const DenseLayer& layer = layers.front();
  if (layers.size() == 1) return layer.learn(output, d, x, d_x, to);
  const auto rows = static_cast<std::size_t>(layer.weight->rows);
  const std::span<double> before = hidden.first(rows);  // the activation
  const std::span<double> y = hidden.subspan(rows, rows);
  const std::span<double> d_y = hidden.subspan(2 * rows, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    before[row] = layer.output(static_cast<int>(row), x);
    y[row] = activated(activation, before[row]);
    d_y[row] = 0;
  }
  learn_perceptron(layers.subspan(1), activation, y, output, d, d_y, hidden.subspan(3 * rows), to);
  for (std::size_t row = 0; row < rows; ++row) {
    layer.learn(static_cast<int>(row), d_y[row] * activation_slope(activation, before[row]), x, d_x, to);
  }
}

}  // namespace whereformer
