#include "train/block.hpp"

#include "simd/transform.hpp"

namespace whereformer::train {
namespace {

void add(const float* from, std::size_t count, float* to) {
  simd::transform(to, from, to, static_cast<int>(count), [](simd::Lanes a, simd::Lanes b) { return a + b; });
}

}  // namespace

void Block::find(Parameters& parameters, int block, const StackSpec& spec, int d_model) {
  spec_ = &spec;
  width_ = d_model;
  has_norm1_ = spec.has_norm1(block);
  const Name layer = Name("layers.").append(block).append(".");
  const std::pair<Norm*, const char*> norms[] = {
      {&norm1_, "norm1"}, {&norm1_after_, "norm1After"}, {&norm2_, "norm2"}, {&norm2_after_, "norm2After"}};
  for (const auto& [norm, name] : norms) norm->find(parameters, layer + name, spec.norm, spec.norm_epsilon);
  attention_.find(parameters, layer, spec);
  mlp_.find(parameters, layer, spec);
}

Status Block::backward(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const std::size_t size = element_count(record.pass.rows, width_);
  for (Buffer<float>* buffer : {&work.d_out, &work.d_in, &work.d_in_beside}) {
    TRY(grow(*buffer, size));
  }
  return spec_->parallel ? backward_in_parallel(record, layer, work, dx) : backward_in_turn(record, layer, work, dx);
}

Status Block::mlp_backward(const PassRecord& record, int layer, const float* dy, Workspace& work, float* to) {
  const PassTape& tape = *record.tape;
  const PassScratch& scratch = record.scratch[layer];
  const Mlp::Rows rows{tape.rows(Kept::mlp_in, layer), tape.rows(Kept::up, layer), tape.rows(Kept::slope, layer),
                       scratch.gate.data(), scratch.hidden.data()};
  return mlp_.backward(rows, record.pass.rows, dy, work, to);
}

// The gradient dy of a sublayer's output, from that of the residual stream, dx. post: the norm is in the stream; both, after: it is beside it.
Status Block::residual_out(Norm& norm, Norm& after, const float* out, int rows, Workspace& work, float* dx,
                           const float*& dy) {
  dy = dx;
  if (spec_->norm_place == NormPlace::pre) return {};
  if (spec_->norm_place == NormPlace::post) return norm.backward(out, dx, rows, width_, dx, false);
  dy = work.d_out.data();
  return after.backward(out, dx, rows, width_, work.d_out.data(), false);
}

// Adds the gradient of a sublayer's input to that of the residual stream, dx.
Status Block::residual_in(Norm& norm, bool is_normed, const float* x, int rows, Workspace& work, float* dx) {
  if (!is_normed) {
    add(work.d_in.data(), element_count(rows, width_), dx);
    return {};
  }
  return norm.backward(x, work.d_in.data(), rows, width_, dx, true);
}

Status Block::backward_in_turn(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const PassTape& tape = *record.tape;
  const int rows = record.pass.rows;
  const float* dy = nullptr;
  TRY(residual_out(norm2_, norm2_after_, tape.rows(Kept::mlp_out, layer), rows, work, dx, dy));
  TRY(mlp_backward(record, layer, dy, work, work.d_in.data()));
  const bool normed_in = spec_->norms_inputs();
  TRY(residual_in(norm2_, normed_in, tape.rows(Kept::middle, layer), rows, work, dx));
  TRY(residual_out(norm1_, norm1_after_, tape.rows(Kept::attention_out, layer), rows, work, dx, dy));
  TRY(attention_.backward(record, layer, dy, work, work.d_in.data()));
  return residual_in(norm1_, normed_in && has_norm1_, tape.rows(Kept::residual, layer), rows, work, dx);
}

// Both sublayers read the block's input, so that no norm stands in the residual stream.
Status Block::backward_in_parallel(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const PassTape& tape = *record.tape;
  const int rows = record.pass.rows;
  const float* x = tape.rows(Kept::residual, layer);
  const float* dy = nullptr;
  TRY(residual_out(norm2_, norm2_after_, tape.rows(Kept::mlp_out, layer), rows, work, dx, dy));
  TRY(mlp_backward(record, layer, dy, work, work.d_in_beside.data()));
  TRY(residual_out(norm1_, norm1_after_, tape.rows(Kept::attention_out, layer), rows, work, dx, dy));
  TRY(attention_.backward(record, layer, dy, work, work.d_in.data()));
  if (spec_->shared_norm) {
    add(work.d_in_beside.data(), element_count(rows, width_), work.d_in.data());
    return residual_in(norm1_, true, x, rows, work, dx);
  }
  TRY(residual_in(norm1_, true, x, rows, work, dx));
  return norm2_.backward(x, work.d_in_beside.data(), rows, width_, dx, true);
}

}  // namespace whereformer::train
