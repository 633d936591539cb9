// A small perceptron with learned tables as weights, as bias networks use it (FIRE, dynamic position bias, Swin v2).
#pragma once

#include <span>
#include <vector>

#include "core/math.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

enum class MlpActivation { relu, silu };

inline double activated(MlpActivation activation, double x) {
  if (activation == MlpActivation::silu) return x * math::sigmoid(x);
  return x > 0 ? x : 0;
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
};

// One output of the layers, with the activation between them and none after the last.
inline double perceptron(std::span<const DenseLayer> layers, MlpActivation activation, std::vector<double> x,
                         int output) {
  for (const DenseLayer& layer : layers.first(layers.size() - 1)) {
    std::vector<double> y;
    for (int row = 0; row < layer.weight->rows; ++row) y.push_back(activated(activation, layer.output(row, x)));
    x = std::move(y);
  }
  return layers.back().output(output, x);
}

}  // namespace whereformer
