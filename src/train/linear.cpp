#include "train/linear.hpp"

#include <algorithm>

#include "simd/transform.hpp"
#include "train/gradient_rows.hpp"
#include "train/scratch.hpp"

namespace whereformer::train {

namespace {

// A block of dy and a panel of x lie in L1 together, without the strides of their rows: powers of two would share its sets.
constexpr int kTokens = 128;
constexpr int kOutputs = 8 * simd::kTileRows;

// V vectors of each row of dy [count], copied to rows kOutputs apart; sums += their sums.
template <int V>
void copy_vectors(const float* from, std::ptrdiff_t stride, int count, float* to, float* sums) {
  simd::Lanes total[V];
  simd::for_each_of<V>([&](int i) { total[i] = simd::splat(0); });
  for (int t = 0; t < count; ++t, from += stride, to += kOutputs) {
    simd::for_each_of<V>([&](int i) {
      const simd::Lanes x = simd::load(from + i * simd::kLanes);
      total[i] = total[i] + x;
      simd::store(to + i * simd::kLanes, x);
    });
  }
  simd::for_each_of<V>([&](int i) {
    float* at = sums + i * simd::kLanes;
    simd::store(at, simd::load(at) + total[i]);
  });
}

// The same of the last columns, fewer than a vector.
void copy_columns(const float* from, std::ptrdiff_t stride, int count, int columns, float* to, float* sums) {
  for (int t = 0; t < count; ++t, from += stride, to += kOutputs) {
    for (int i = 0; i < columns; ++i) {
      to[i] = from[i];
      sums[i] += from[i];
    }
  }
}

// dy [tokens, columns] → to [tokens][kOutputs], sums [columns] += Σ dy
void copy_block(const float* dy, std::ptrdiff_t stride, int tokens, int columns, float* to, float* sums) {
  constexpr int kVectors = 4;
  int i = 0;
  for (; i + kVectors * simd::kLanes <= columns; i += kVectors * simd::kLanes) {
    copy_vectors<kVectors>(dy + i, stride, tokens, to + i, sums + i);
  }
  for (; i + simd::kLanes <= columns; i += simd::kLanes) copy_vectors<1>(dy + i, stride, tokens, to + i, sums + i);
  copy_columns(dy + i, stride, tokens, columns - i, to + i, sums + i);
}

}  // namespace

Status Panels::take(const float* x, int inputs, int rows) {
  inputs_ = inputs;
  rows_ = rows;
  const Status status = grow(taken_, element_count(panels_of(inputs), rows, simd::kTileWidth));
  if (status.ok()) pack_panels(x, inputs, rows, inputs, 1, taken_.data(), rows);
  return status;
}

Status Panels::add_product(const float* dy, int outputs, float* gradient, float* sums) {
  GradientRows to;
  Status status = then(to.prepare(outputs, inputs_), [&] { return grow(columns_, element_count(kTokens, kOutputs)); });
  if (!status.ok()) return status;
  to.open(gradient, inputs_, outputs);
  alignas(64) float unused[kOutputs] = {};
  for (int token = 0; token < rows_; token += kTokens) {
    const int tokens = std::min(kTokens, rows_ - token);
    for (int output = 0; output < outputs; output += kOutputs) {
      const int count = std::min(kOutputs, outputs - output);
      copy_block(dy + static_cast<std::ptrdiff_t>(token) * outputs + output, outputs, tokens, count, columns_.data(),
                 sums == nullptr ? unused : sums + output);
      to.add_product(output, count, {columns_.data(), 1, kOutputs}, taken_.data(), rows_, token, tokens);
    }
  }
  to.close();
  return {};
}

Status Panels::multiply(const float* dy, int rows, const Parameter& weight, float* dx, bool keep) {
  const int outputs = weight.rows;
  const int inputs = weight.columns;
  GradientRows to;
  const Status status =
      then(to.prepare(kTokens, inputs), [&] { return grow(panel_, element_count(outputs, simd::kTileWidth)); });
  if (!status.ok()) return status;
  for (int token = 0; token < rows; token += kTokens) {
    const float* from = dy + static_cast<std::ptrdiff_t>(token) * outputs;
    to.open(dx + static_cast<std::ptrdiff_t>(token) * inputs, inputs, std::min(kTokens, rows - token));
    for (int p = 0; p < panels_of(inputs); ++p) {
      const int first = p * simd::kTileWidth;
      pack_panels(weight.value.data() + first, inputs, outputs, std::min(simd::kTileWidth, inputs - first), 1,
                  panel_.data(), outputs);
      to.write_panel(p, {from, outputs, 1}, panel_.data(), outputs, keep);
    }
    to.close();
  }
  return {};
}

void Linear::find(Parameters& parameters, const Name& weight, const Name& bias) {
  weight_ = parameters.find(weight.view());
  bias_ = parameters.find(bias.view());
}

Status Linear::backward(const float* x, const float* dy, int rows, Panels& panels, float* dx, bool keep) const {
  return then(panels.take(x, inputs(), rows), [&] { return backward(dy, rows, panels, dx, keep); });
}

Status Linear::backward(const float* dy, int rows, Panels& panels, float* dx, bool keep) const {
  const Status status =
      panels.add_product(dy, outputs(), weight_->gradient.data(), bias_ == nullptr ? nullptr : bias_->gradient.data());
  return dx == nullptr ? status : then(status, [&] { return panels.multiply(dy, rows, *weight_, dx, keep); });
}

void add_rows(const float* rows, int count, int width, float* to) {
  for (int r = 0; r < count; ++r, rows += width) {
    simd::transform(to, rows, to, width, [](simd::Lanes a, simd::Lanes b) { return a + b; });
  }
}

}  // namespace whereformer::train
