#include "train/pass_tape.hpp"

#include <algorithm>

namespace whereformer::train {

Status PassTape::start(const ModelSpec& spec, int rows) {
  if (rows > rows_ || spec_ != &spec) {
    layers_.clear();
    spec_ = nullptr;
    TRY(layers_.resize(static_cast<std::size_t>(spec.stack.layers()) + 1));
  }
  spec_ = &spec;
  rows_ = std::max(rows, rows_);
  status_ = {};
  for (LayerRows& layer : layers_) {
    for (Rows& kept : layer) kept.filled = 0;
  }
  return {};
}

int PassTape::width_of(Kept kept) const {
  const StackSpec& stack = spec_->stack;
  switch (kept) {
    case Kept::raw_query:
      return stack.heads * stack.head_dim;
    case Kept::raw_key:
      return stack.kv_heads * stack.head_dim;
    case Kept::up:
    case Kept::slope:
      return stack.d_ff;
    case Kept::head_slope:
    case Kept::activated:
    case Kept::normed:
    case Kept::summed:
    case Kept::narrow:
      return spec_->embedding_size;
    case Kept::residual:
    case Kept::attention_in:
    case Kept::attention_out:
    case Kept::middle:
    case Kept::mlp_in:
    case Kept::mlp_out:
    case Kept::unscaled:
      break;
  }
  return spec_->d_model;
}

void PassTape::keep(Kept kept, int layer, const float* rows, std::size_t count) {
  if (float* to = room(kept, layer, count); to != nullptr) std::copy_n(rows, count, to);
}

float* PassTape::room(Kept kept, int layer, std::size_t count) {
  Rows& to = of(layer)[index(kept)];
  if (status_.ok() && to.values.empty()) status_ = to.values.allocate_unset(element_count(rows_, width_of(kept)));
  if (!status_.ok()) return nullptr;
  float* from = to.values.data() + to.filled;
  to.filled += count;
  return from;
}

void PassTape::activate(simd::Activation activation, Kept slope, int layer, float* rows, std::size_t count) {
  float* to = room(slope, layer, count);
  if (to != nullptr) simd::activate_with_slope(activation, rows, rows, to, static_cast<int>(count));
}

RowSums PassTape::sums(int layer) {
  Buffer<float>& to = of(layer).sums;
  const std::size_t count = element_count(rows_, spec_->stack.heads);
  if (status_.ok() && to.empty()) status_ = to.allocate_unset(2 * count);
  return to.empty() ? RowSums{} : RowSums{to.data(), to.data() + count};
}

}  // namespace whereformer::train
