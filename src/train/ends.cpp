#include "train/ends.hpp"

#include "simd/activations.hpp"

namespace whereformer::train {

void Head::find(Parameters& parameters, const ModelSpec& spec) {
  spec_ = &spec;
  transform_.find(parameters, "head.transform");
  norm_.find(parameters, "head.norm", NormKind::layer, spec.stack.norm_epsilon);
  words_.find(parameters, spec.tie_head ? "embedding" : "head.weight", "head.bias");
  final_norm_.find(parameters, "finalNorm", spec.stack.norm, spec.stack.norm_epsilon);
}

Status Head::backward(const PassTape& tape, const float* d_logits, int rows, Panels& panels, float* dx) {
  const int width = spec_->d_model;
  TRY(grow(narrow_, element_count(rows, spec_->embedding_size)));
  float* to = spec_->head_transform ? narrow_.data() : dx;
  TRY(words_.backward(tape.rows(Kept::normed, -1), d_logits, rows, panels, to, false));
  if (spec_->head_transform) {
    TRY(transform_backward(tape, rows, panels, dx));
  } else if (spec_->head_scale != 1) {
    const simd::Lanes scale = simd::splat(spec_->head_scale);
    simd::transform(dx, dx, rows * width, [&](simd::Lanes x) { return x * scale; });
  }
  if (!spec_->stack.final_norm) return {};
  return final_norm_.backward(tape.rows(Kept::residual, -1), dx, rows, width, dx, false);
}

Status Head::transform_backward(const PassTape& tape, int rows, Panels& panels, float* dx) {
  const int width = spec_->embedding_size;
  float* d = narrow_.data();
  TRY(norm_.backward(tape.rows(Kept::activated, -1), d, rows, width, d, false));
  simd::transform(d, tape.rows(Kept::head_slope, -1), d, rows * width,
                  [](simd::Lanes a, simd::Lanes b) { return a * b; });
  return transform_.backward(tape.rows(Kept::unscaled, -1), d, rows, panels, dx, false);
}

void Embedding::find(Parameters& parameters, const ModelSpec& spec) {
  spec_ = &spec;
  tokens_ = parameters.find("embedding");
  types_[0] = parameters.find("tokenTypes");
  types_[1] = parameters.find("taskTypes");
  norm_.find(parameters, "embeddingNorm", spec.stack.norm, spec.stack.norm_epsilon);
  projection_.find(parameters, "embeddingProjection");
}

Status Embedding::backward(const PassTape& tape, std::span<const int> ids, std::span<const float> positions,
                           Panels& panels, float* dx, StackGradients* learned) {
  const int rows = static_cast<int>(ids.size());
  const int width = spec_->embedding_size;
  TRY(row_.allocate(width));
  if (spec_->embedding_projection) {
    TRY(grow(narrow_, element_count(rows, width)));
    TRY(projection_.backward(tape.rows(Kept::narrow, -1), dx, rows, panels, narrow_.data(), false));
    dx = narrow_.data();
  }
  if (spec_->embedding_norm) {
    TRY(norm_.backward(tape.rows(Kept::summed, -1), dx, rows, width, dx, false));
  }
  if (learned != nullptr) add_positions(positions, ids.size() / positions.size(), dx, *learned);
  for (Parameter* types : types_) {
    if (types != nullptr) add_rows(dx, rows, width, types->gradient.data());
  }
  add_tokens(ids, dx);
  return {};
}

void Embedding::add_tokens(std::span<const int> ids, const float* rows) {
  const int width = spec_->embedding_size;
  const simd::Lanes scale = simd::splat(spec_->embedding_scale);
  for (const int id : ids) {
    float* to = tokens_->gradient.data() + static_cast<std::size_t>(id) * width;
    simd::transform(to, rows, to, width, [&](simd::Lanes a, simd::Lanes b) { return a + b * scale; });
    rows += width;
  }
}

// Per position the sum over the sequences.
void Embedding::add_positions(std::span<const float> positions, std::size_t count, const float* rows,
                              StackGradients& learned) {
  const auto width = static_cast<std::size_t>(spec_->embedding_size);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    std::fill_n(row_.data(), width, 0.0);
    for (std::size_t sequence = 0; sequence < count; ++sequence) {
      const float* from = rows + (sequence * positions.size() + t) * width;
      for (std::size_t i = 0; i < width; ++i) row_[i] += from[i];
    }
    learned.embed(positions[t], row_.span());
  }
}

}  // namespace whereformer::train
