#include "train/linear.hpp"

#include "simd/transform.hpp"

namespace whereformer::train {

Status Panels::pack(const float* rows, int count, int width, const simd::PackedMatrix*& packed) {
  constexpr std::size_t kMost = 8;  // a model has about four widths, a batch two counts
  simd::PackedMatrix* found = nullptr;
  for (simd::PackedMatrix& one : kept_) {
    if (one.inputs() == count && one.outputs() == width) found = &one;
  }
  if (found == nullptr) {
    if (kept_.size() == kMost) kept_.erase(kept_.begin());
    found = &kept_.emplace_back();
    if (const Status status = found->allocate(width, count); !status.ok()) {
      kept_.pop_back();
      return status;
    }
  }
  found->set_columns(0, {rows, element_count(count, width)});
  packed = found;
  return {};
}

void Linear::find(Parameters& parameters, const std::string& weight, const std::string& bias) {
  weight_ = parameters.find(weight);
  bias_ = parameters.find(bias);
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
  const simd::PackedMatrix* right = nullptr;
  const Status status = panels.pack(x, rows, inputs(), right);
  if (status.ok()) simd::matmul({dy, 1, outputs()}, outputs(), *right, {nullptr, true}, weight_->gradient.data());
  return status;
}

void add_rows(const float* rows, int count, int width, float* to) {
  for (int r = 0; r < count; ++r, rows += width) {
    simd::transform(to, rows, to, width, [](simd::Lanes a, simd::Lanes b) { return a + b; });
  }
}

}  // namespace whereformer::train
