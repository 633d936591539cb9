#include "train/training_pass.hpp"

#include "simd/transform.hpp"

namespace whereformer::train {

Status TrainingPass::start(Transformer& model, LayerPositions& positions, Parameters& parameters,
                           std::span<StackGradients> learned) {
  model_ = &model;
  positions_ = &positions;
  learned_ = learned;
  const StackSpec& stack = spec().stack;
  blocks_.clear();
  TRY(blocks_.resize(stack.block_count()));
  for (int b = 0; b < stack.block_count(); ++b) {
    blocks_[b].find(parameters, b, stack, spec().d_model);
  }
  embedding_.find(parameters, spec());
  head_.find(parameters, spec());
  return {};
}

Status TrainingPass::take_positions(std::span<const float> positions) {
  const StackSpec& stack = spec().stack;
  const double length = Geometry().over(positions).length;
  placements_.clear();
  placement_gradients_.clear();
  TRY(placements_.resize(positions_->size()));
  TRY(placement_gradients_.resize(positions_->size()));
  TRY(positions_->prepare(stack, spec().embedding_size, length));
  TRY(position_ids_.copy_from(positions));
  for (std::size_t i = 0; i < placements_.size(); ++i) {
    const std::span<const float> ids = position_ids_.span();
    TRY(placements_[i].prepare((*positions_)[i], stack, ids, ids, 0));
    TRY(placement_gradients_[i].prepare(placements_[i], stack));
    placement_gradients_[i].learned = &learned_[i];
  }
  return {};
}

Status TrainingPass::make_room(int rows) {
  if (rows <= rows_) return {};
  const StackSpec& stack = spec().stack;
  rows_ = 0;
  scratch_.clear();
  TRY(scratch_.resize(stack.layers()));
  TRY(cache_.allocate(stack.layers(), rows, stack.kv_heads, stack.head_dim));
  for (PassScratch& one : scratch_) TRY(one.allocate(stack, spec().d_model, rows));
  TRY(x_.allocate_unset(element_count(rows, spec().d_model)));
  TRY(logits_.allocate_unset(element_count(rows, spec().vocab)));
  rows_ = rows;
  return {};
}

Status TrainingPass::forward(std::span<const int> ids, bool for_backward) {
  const int rows = static_cast<int>(ids.size());
  TRY(make_room(rows));
  TRY(tape_.start(spec(), rows_));
  record_.pass = {.rows = rows,
                  .tokens = rows,
                  .placements = placements_.span(),
                  .positions = positions_,
                  .mask = {},
                  .cache = &cache_,
                  .memory = nullptr,
                  .memory_mask = {},
                  .batch = rows / static_cast<int>(position_ids_.size()),
                  .tape = for_backward ? &tape_ : nullptr};
  record_.tape = &tape_;
  record_.scratch = scratch_.span();
  record_.placements = placement_gradients_.span();
  record_.layers = &model_->layers();
  TRY(embed(ids));
  TRY(run_layers());
  return tape_.status();
}

Status TrainingPass::embed(std::span<const int> ids) {
  const std::size_t length = position_ids_.size();
  const std::size_t first = positions_->index_of(0);
  const Keeper keep = record_.pass.keeper(-1);
  for (std::size_t at = 0; at < ids.size(); at += length) {
    Reading reading;
    reading.ids = ids.subspan(at, length);
    reading.positions = position_ids_.span();
    float* x = x_.data() + at * spec().d_model;
    TRY(model_->embedding().check(reading));
    TRY(model_->embedding().apply(reading, (*positions_)[first].stack, placements_[first].queries.span(),
                                  model_->embedding_norm(), x, keep));
  }
  return {};
}

Status TrainingPass::run_layers() {
  const Pass& pass = record_.pass;
  const Keeper keep = pass.keeper(-1);
  float* x = x_.data();
  for (int layer = 0; layer < spec().stack.layers(); ++layer) {
    PassScratch& scratch = scratch_[layer];
    TRY(model_->layers().block(layer).apply(pass, layer, scratch, x, {}));
  }
  keep(Kept::residual, x, pass.rows, spec().d_model);
  if (spec().stack.final_norm) model_->layers().final_norm().apply(x, pass.rows, x);
  return model_->head().apply(x, pass.rows, logits_.data(), keep);
}

Status TrainingPass::take_loss(std::span<const int> targets, float factor, Loss& to) {
  const float cap = spec().softcap;
  if (cap > 0) {
    TRY(capped_.copy_from(logits()));
  }
  loss_gradient(logits_.data(), targets, spec().vocab, factor, to);
  if (cap > 0) {
    simd::transform(logits_.data(), capped_.data(), logits_.data(), static_cast<int>(capped_.size()),
                    [&](simd::Lanes d, simd::Lanes z) {
                      const simd::Lanes share = z / simd::splat(cap);
                      return d * (simd::splat(1) - share * share);
                    });
  }
  return {};
}

Status TrainingPass::backward(std::span<const int> ids) {
  const std::size_t first = positions_->index_of(0);
  StackGradients* learned = learned_[first].learns(kEmbeds) ? &learned_[first] : nullptr;
  float* dx = x_.data();
  TRY(head_.backward(tape_, logits_.data(), record_.pass.rows, work_.panels, dx));
  for (int layer = spec().stack.layers() - 1; layer >= 0; --layer) {
    Block& block = blocks_[spec().stack.blocks[layer]];
    TRY(block.backward(record_, layer, work_, dx));
  }
  return embedding_.backward(tape_, ids, placements_[first].queries.span(), work_.panels, dx, learned);
}

}  // namespace whereformer::train
