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
  const Name layer = Name("layers.").append(block).append(".");
  const std::pair<Norm*, const char*> norms[] = {
      {&norm1_, "norm1"}, {&norm1_after_, "norm1After"}, {&norm2_, "norm2"}, {&norm2_after_, "norm2After"}};
  for (const auto& [norm, name] : norms) norm->find(parameters, layer + name, spec.norm, spec.norm_epsilon);
  attention_.find(parameters, layer, spec);
  mlp_.find(parameters, layer, spec);
}

Status Block::backward(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const std::size_t size = element_count(record.pass.rows, width_);
  for (Buffer<float>* buffer : {&work.leaving, &work.entering, &work.beside}) {
    TRY(grow(*buffer, size));
  }
  return spec_->parallel ? backward_in_parallel(record, layer, work, dx) : backward_in_turn(record, layer, work, dx);
}

Status Block::mlp_backward(const PassRecord& record, int layer, const float* dy, Workspace& work, float* to) {
  const PassTape& tape = *record.tape;
  const PassScratch& scratch = record.scratch[layer];
  const Mlp::Rows rows{tape.rows(Kept::mlp_entering, layer), tape.rows(Kept::up, layer), tape.rows(Kept::slope, layer),
                       scratch.gate.data(), scratch.hidden.data()};
  return mlp_.backward(rows, record.pass.rows, dy, work, to);
}

// What a sublayer's output receives. post: the norm is in the residual stream; both: it is beside it.
Status Block::leave(Norm& norm, Norm& after, const float* left, int rows, Workspace& work, float* dx,
                    const float*& dy) {
  dy = dx;
  if (spec_->norm_place == NormPlace::pre) return {};
  if (spec_->norm_place == NormPlace::post) return norm.backward(left, dx, rows, width_, dx, false);
  dy = work.leaving.data();
  return after.backward(left, dx, rows, width_, work.leaving.data(), false);
}

// Adds what a sublayer's input receives to the residual stream.
Status Block::enter(Norm& norm, const float* x, int rows, Workspace& work, float* dx) {
  if (spec_->norm_place == NormPlace::post) {
    add(work.entering.data(), element_count(rows, width_), dx);
    return {};
  }
  return norm.backward(x, work.entering.data(), rows, width_, dx, true);
}

Status Block::backward_in_turn(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const PassTape& tape = *record.tape;
  const int rows = record.pass.rows;
  const float* dy = nullptr;
  TRY(leave(norm2_, norm2_after_, tape.rows(Kept::mlp_left, layer), rows, work, dx, dy));
  TRY(mlp_backward(record, layer, dy, work, work.entering.data()));
  TRY(enter(norm2_, tape.rows(Kept::middle, layer), rows, work, dx));
  TRY(leave(norm1_, norm1_after_, tape.rows(Kept::left, layer), rows, work, dx, dy));
  TRY(attention_.backward(record, layer, dy, work, work.entering.data()));
  return enter(norm1_, tape.rows(Kept::residual, layer), rows, work, dx);
}

// Both sublayers read the block's input, so that no norm stands in the residual stream.
Status Block::backward_in_parallel(const PassRecord& record, int layer, Workspace& work, float* dx) {
  const PassTape& tape = *record.tape;
  const int rows = record.pass.rows;
  const float* x = tape.rows(Kept::residual, layer);
  const float* dy = nullptr;
  TRY(leave(norm2_, norm2_after_, tape.rows(Kept::mlp_left, layer), rows, work, dx, dy));
  TRY(mlp_backward(record, layer, dy, work, work.beside.data()));
  TRY(leave(norm1_, norm1_after_, tape.rows(Kept::left, layer), rows, work, dx, dy));
  TRY(attention_.backward(record, layer, dy, work, work.entering.data()));
  if (spec_->shared_norm) {
    add(work.beside.data(), element_count(rows, width_), work.entering.data());
    return enter(norm1_, x, rows, work, dx);
  }
  TRY(enter(norm1_, x, rows, work, dx));
  return norm2_.backward(x, work.beside.data(), rows, width_, dx, true);
}

}  // namespace whereformer::train
