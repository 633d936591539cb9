#include "model/head.hpp"

#include <algorithm>

namespace whereformer {

Status Head::apply(float* x, int rows, float* result, Keeper keep) const {
  const int states = rows * spec_->d_model;
  if (!spec_->has_head()) {
    std::copy_n(x, states, result);
    return {};
  }
  Buffer<float> narrow;
  if (spec_->head_transform) {
    TRY(narrow.allocate_unset(element_count(rows, spec_->embedding_size)));
    const int width = spec_->embedding_size;
    keep(Kept::unscaled, x, rows, spec_->d_model);
    transform_.apply(x, rows, narrow.data());
    keep.activate(spec_->stack.activation, Kept::head_slope, narrow.data(), rows, width);
    keep(Kept::activated, narrow.data(), rows, width);
    norm_.apply(narrow.data(), rows, narrow.data());
    x = narrow.data();
  } else if (spec_->head_scale != 1) {
    for (int i = 0; i < states; ++i) x[i] *= spec_->head_scale;
  }
  keep(Kept::normed, x, rows, spec_->embedding_size);
  if (spec_->tie_head) {
    words_.apply(*embedding_, x, rows, result);
  } else {
    words_.apply(x, rows, result);
  }
  if (spec_->softcap > 0) {
    simd::transform(result, result, rows * spec_->vocab,
                    [&](simd::Lanes s) { return simd::softcap(s, spec_->softcap); });
  }
  return {};
}

}  // namespace whereformer
