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

}  // namespace

Status Panels::packed_of(int inputs, simd::PackedMatrix*& found) {
  for (simd::PackedMatrix& one : kept_) {
    if (!one.empty() && one.outputs() == inputs) {
      found = &one;
      return {};
    }
  }
  found = &kept_[oldest_];
  *found = {};
  const Status status = found->allocate(inputs, kTokens);
  if (status.ok()) oldest_ = (oldest_ + 1) % kept_.size();
  return status;
}

Status Panels::add_product(const float* dy, int outputs, const float* x, int inputs, int rows, float* gradient) {
  GradientRows to;
  simd::PackedMatrix* packed = nullptr;
  Status status = then(packed_of(inputs, packed), [&] { return grow(columns_, element_count(kTokens, kOutputs)); });
  status = then(status, [&] { return to.prepare(outputs, inputs); });
  if (!status.ok()) return status;
  to.open(gradient, inputs, outputs);
  for (int token = 0; token < rows; token += kTokens) {
    const int tokens = std::min(kTokens, rows - token);
    packed->set_columns(0, {x + static_cast<std::ptrdiff_t>(token) * inputs, element_count(tokens, inputs)});
    for (int output = 0; output < outputs; output += kOutputs) {
      const int count = std::min(kOutputs, outputs - output);
      const float* from = dy + static_cast<std::ptrdiff_t>(token) * outputs + output;
      float* column = columns_.data();
      for (int t = 0; t < tokens; ++t, from += outputs, column += kOutputs) {
        simd::transform(from, column, count, [](simd::Lanes v) { return v; });
      }
      to.add_product(output, count, {columns_.data(), 1, kOutputs}, std::as_const(*packed).panel(0), kTokens, 0,
                     tokens);
    }
  }
  to.close();
  return {};
}

void Linear::find(Parameters& parameters, const Name& weight, const Name& bias) {
  weight_ = parameters.find(weight.view());
  bias_ = parameters.find(bias.view());
}

Status Linear::pack() {
  if (!exists()) return {};
  if (columns_.empty()) return columns_.pack_columns(weight_->value.data(), outputs(), inputs());
  columns_.set_columns(0, weight_->value.span());
  return {};
}

Status Linear::backward(const float* x, const float* dy, int rows, Panels& panels, float* dx, bool keep) const {
  if (dx != nullptr) simd::matmul(dy, rows, columns_, {nullptr, keep}, dx);
  if (bias_ != nullptr) add_rows(dy, rows, outputs(), bias_->gradient.data());
  return panels.add_product(dy, outputs(), x, inputs(), rows, weight_->gradient.data());
}

void add_rows(const float* rows, int count, int width, float* to) {
  for (int r = 0; r < count; ++r, rows += width) {
    simd::transform(to, rows, to, width, [](simd::Lanes a, simd::Lanes b) { return a + b; });
  }
}

}  // namespace whereformer::train
