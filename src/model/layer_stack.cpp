#include "model/layer_stack.hpp"

namespace whereformer {

Status LayerStack::shape(const StackSpec& spec, int d_model, bool has_memory) {
  spec_ = &spec;
  d_model_ = d_model;
  blocks_.clear();
  TRY(blocks_.resize(spec.block_count()));
  int index = 0;
  for (Block& block : blocks_) block.shape(spec, d_model, has_memory, index++);
  conv_.shape(d_model, spec.conv_kernel * d_model, true);
  conv_norm_.shape(spec, d_model);
  final_norm_.shape(spec, d_model);
  return {};
}

void LayerStack::tensors(const char* name, TensorVisitor& visitor) {
  visitor.scope = {name, -1, ""};
  for (Block& block : blocks_) {
    ++visitor.scope.block;
    block.tensors(visitor);
  }
  visitor.scope.block = -1;
  if (spec_->conv_kernel > 0) {
    conv_.tensors("conv", visitor);
    conv_norm_.tensors("convNorm", visitor);
  }
  if (spec_->final_norm) final_norm_.tensors("finalNorm", visitor);
}

Status LayerStack::apply(const Pass& pass, float* x, const Capture& capture) const {
  const std::size_t states = element_count(pass.rows, d_model_);
  const std::size_t keys = static_cast<std::size_t>(pass.cache->length() + pass.tokens);
  const std::size_t maps = element_count(spec_->heads, pass.rows, keys);
  const std::size_t cross = pass.memory == nullptr ? 0 : element_count(spec_->heads, pass.rows, pass.memory->length());
  const auto keep_states = [&](int layer) {
    if (capture.hidden_states != nullptr) {
      std::copy_n(x, states, capture.hidden_states + static_cast<std::size_t>(layer) * states);
    }
  };
  PassScratch scratch;
  Buffer<float> input;
  TRY(scratch.allocate(*spec_, d_model_, pass.rows));
  if (spec_->conv_kernel > 0) TRY(input.copy_from({x, states}));
  for (int layer = 0; layer < spec_->layers(); ++layer) {
    const auto map_of = [&](float* all, std::size_t size) { return all == nullptr ? nullptr : all + layer * size; };
    keep_states(layer);
    TRY(block(layer).apply(pass, layer, scratch, x,
                           {{map_of(capture.scores, maps), map_of(capture.attentions, maps)},
                            {map_of(capture.cross_scores, cross), map_of(capture.cross_attentions, cross)}}));
    if (layer == 0 && !input.empty()) TRY(convolve(input.data(), pass.rows, x));
  }
  if (spec_->final_norm) final_norm_.apply(x, pass.rows, x);
  keep_states(spec_->layers());
  return {};
}

// x = norm(x + activation(conv(input))); rows beyond the ends are zeros.
Status LayerStack::convolve(const float* input, int rows, float* x) const {
  const std::ptrdiff_t width = d_model_;
  const int taps = spec_->conv_kernel;
  Buffer<float> windows;
  Buffer<float> convolved;
  TRY(windows.allocate(element_count(rows, taps, width)));
  TRY(convolved.allocate_unset(element_count(rows, width)));
  for (int t = 0; t < rows; ++t) {
    for (int tap = 0; tap < taps; ++tap) {
      const int from = t + tap - (taps - 1) / 2;
      if (from >= 0 && from < rows) std::copy_n(input + from * width, width, windows.data() + (t * taps + tap) * width);
    }
  }
  conv_.apply(windows.data(), rows, convolved.data());
  simd::activate(spec_->conv_activation, convolved.data(), convolved.data(), rows * d_model_);
  simd::transform(x, convolved.data(), x, rows * d_model_, [](simd::Lanes a, simd::Lanes b) { return a + b; });
  conv_norm_.apply(x, rows, x);
  return {};
}

void LayerStack::memorize(const float* states, int tokens, KvCache& memory) const {
  for (int layer = 0; layer < spec_->layers(); ++layer) block(layer).memorize(states, tokens, layer, memory);
}

}  // namespace whereformer
