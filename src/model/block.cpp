#include "model/block.hpp"

namespace whereformer {

Status PassScratch::allocate(const StackSpec& spec, int d_model, int rows) {
  const int projected = spec.heads * spec.head_dim;
  const bool aside = (spec.parallel && !spec.shared_norm) || spec.norms_outputs();
  const std::pair<Buffer<float>*, int> wanted[] = {{&normed, d_model},   {&beside, aside ? d_model : 0},
                                                   {&query, projected},  {&attended, projected},
                                                   {&hidden, spec.d_ff}, {&gate, spec.gated_mlp ? spec.d_ff : 0}};
  for (const auto& [buffer, width] : wanted) {
    TRY(buffer->allocate_unset(element_count(rows, width)));
  }
  return {};
}

void Block::shape(const StackSpec& spec, int d_model, bool has_memory, int index) {
  spec_ = &spec;
  has_memory_ = has_memory;
  has_norm1_ = spec.has_norm1(index);
  for (Norm* norm : {&norm1_, &norm1_after_, &cross_norm_, &norm2_, &norm2_after_}) norm->shape(spec, d_model);
  attention_.shape(spec, d_model);
  cross_.shape(spec, d_model);
  mlp_.shape(spec, d_model);
}

void Block::tensors(TensorVisitor& visitor) {
  const bool outputs = spec_->norms_outputs();
  if (has_norm1_) norm1_.tensors("norm1", visitor);
  attention_.tensors(visitor);
  if (outputs) norm1_after_.tensors("norm1After", visitor);
  if (has_memory_) {
    visitor.scope.group = "cross.";
    cross_norm_.tensors("norm", visitor);
    cross_.tensors(visitor);
    visitor.scope.group = "";
  }
  if (spec_->norm_place != NormPlace::after && !(spec_->parallel && spec_->shared_norm))
    norm2_.tensors("norm2", visitor);
  if (outputs) norm2_after_.tensors("norm2After", visitor);
  mlp_.tensors(visitor);
}

// The input of a sublayer: the residual stream x, or its norm.
const float* Block::residual_in(const Norm& norm, bool is_normed, const float* x, int rows, float* normed, Keeper keep,
                                Kept kept) const {
  if (!is_normed) {
    keep(kept, x, rows, width());
    return x;
  }
  float* to = keep.place(kept, rows, width(), normed);
  norm.apply(x, rows, to);
  return to;
}

// Adds the output of a sublayer, whose last layer is `last`, to the residual stream x.
void Block::residual_out(const Linear& last, const float* from, int rows, const Norm& norm, const Norm& after,
                         float* beside, float* x, Keeper keep, Kept out) const {
  if (!spec_->norms_outputs()) {
    last.add(from, rows, x);
    if (spec_->norm_place == NormPlace::pre) return;
    keep(out, x, rows, width());
    return norm.apply(x, rows, x);
  }
  last.apply(from, rows, beside);
  keep(out, beside, rows, width());
  after.apply(beside, rows, beside);
  simd::transform(x, beside, x, rows * last.outputs(), [](simd::Lanes a, simd::Lanes b) { return a + b; });
}

void Block::apply_mlp(const float* mlp_in, int rows, PassScratch& scratch, float* x, Keeper keep) const {
  mlp_.widen(mlp_in, rows, scratch.hidden.data(), scratch.gate.data(), keep);
  residual_out(mlp_.down(), scratch.hidden.data(), rows, norm2_, norm2_after_, scratch.beside.data(), x, keep,
               Kept::mlp_out);
}

Status Block::apply(const Pass& pass, int layer, PassScratch& scratch, float* x, const BlockMaps& maps) const {
  const int rows = pass.rows;
  float* normed = scratch.normed.data();
  float* beside = scratch.beside.data();
  float* query = scratch.query.data();
  float* attended = scratch.attended.data();
  const Keeper keep = pass.keeper(layer);
  keep(Kept::residual, x, rows, width());
  const bool normed_in = spec_->norms_inputs();
  const float* attention_in = residual_in(norm1_, normed_in && has_norm1_, x, rows, normed, keep, Kept::attention_in);
  const float* mlp_in = attention_in;
  if (spec_->parallel && spec_->shared_norm) keep(Kept::mlp_in, attention_in, rows, width());
  if (spec_->parallel && !spec_->shared_norm) mlp_in = residual_in(norm2_, true, x, rows, beside, keep, Kept::mlp_in);
  TRY(attention_.attend(pass, layer, attention_in, query, attended, maps.self));
  float* free = mlp_in == beside ? normed : beside;
  residual_out(attention_.output(), attended, rows, norm1_, norm1_after_, free, x, keep, Kept::attention_out);
  keep(Kept::middle, x, rows, width());
  if (has_memory_) {
    attention_in = residual_in(cross_norm_, normed_in, x, rows, normed, {}, Kept::attention_in);
    TRY(cross_.recall(pass, layer, attention_in, query, attended, maps.cross));
    residual_out(cross_.output(), attended, rows, cross_norm_, cross_norm_, beside, x, {}, Kept::attention_out);
  }
  if (!spec_->parallel) mlp_in = residual_in(norm2_, normed_in, x, rows, normed, keep, Kept::mlp_in);
  apply_mlp(mlp_in, rows, scratch, x, keep);
  return {};
}

}  // namespace whereformer
