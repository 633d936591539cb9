#include "train/attention_sublayer.hpp"

namespace whereformer::train {
namespace {

template <class T>
HeadRows<T> rows_of(T* data, int heads, int width, int length) {
  HeadRows<T> rows = HeadRows<T>::token_major(data, heads, width);
  rows.batch_stride = length * rows.row_stride;
  return rows;
}

}  // namespace

Status PlacementGradients::prepare(const Placement& placement, const StackSpec& spec) {
  const PositionStack& stack = placement.entry->stack;
  const int group = spec.heads / spec.kv_heads;
  const auto turn = [&](TransposedRotation& rotation, const Buffer<float>& positions, Rotation::Rows rows) {
    return rotation.prepare(stack, positions.span(), rows);
  };
  TRY(turn(query, placement.queries, {Side::query, spec.heads, 1, spec.head_dim}));
  TRY(turn(key, placement.keys, {Side::key, spec.kv_heads, group, spec.head_dim}));
  return turn(value, placement.keys, {Side::value, spec.kv_heads, group, spec.head_dim});
}

void AttentionSublayer::find(Parameters& parameters, const Name& layer, const StackSpec& spec) {
  spec_ = &spec;
  query_.find(parameters, layer + "query");
  key_.find(parameters, layer + "key");
  value_.find(parameters, layer + "value");
  output_.find(parameters, layer + "output");
  sinks_ = parameters.find((layer + "sinks").view());
  query_norm_.find(parameters, layer + "queryNorm", NormKind::rms, spec.own_query_key_norm_epsilon());
  key_norm_.find(parameters, layer + "keyNorm", NormKind::rms, spec.own_query_key_norm_epsilon());
}

Status AttentionSublayer::backward(const PassRecord& record, int layer, const float* dy, Workspace& work, float* dx) {
  const int rows = record.pass.rows;
  const std::pair<Buffer<float>*, int> wanted[] = {{&work.d_attended, query_.outputs()},
                                                   {&work.d_query, query_.outputs()},
                                                   {&work.d_key, key_.outputs()},
                                                   {&work.d_value, value_.outputs()}};
  for (const auto& [buffer, width] : wanted) {
    TRY(grow(*buffer, element_count(rows, width)));
  }
  const float* attended = record.scratch[layer].attended.data();
  const float* attention_in = record.tape->rows(Kept::attention_in, layer);
  TRY(output_.backward(attended, dy, rows, work.panels, work.d_attended.data(), false));
  TRY(attend_backward(record, layer, work));
  if (spec_->norms_query_key(layer)) TRY(norms_backward(record, layer, work));
  TRY(work.panels.take(attention_in, query_.inputs(), rows));
  TRY(query_.backward(work.d_query.data(), rows, work.panels, dx, false));
  TRY(key_.backward(work.d_key.data(), rows, work.panels, dx, true));
  return value_.backward(work.d_value.data(), rows, work.panels, dx, true);
}

Status AttentionSublayer::attend_backward(const PassRecord& record, int layer, Workspace& work) {
  const Pass& pass = record.pass;
  const int length = pass.rows / pass.batch;
  PassScratch& scratch = record.scratch[layer];
  const std::size_t entry = pass.positions->index_of(layer);
  PlacementGradients& placement = record.placements[entry];
  AttentionCall call =
      record.layers->block(layer).attention().self_call(pass, layer, scratch.query.data(), scratch.attended.data());
  call.sums = record.tape->sums(layer);
  const auto rows = [&](Buffer<float>& of, int heads) { return rows_of(of.data(), heads, spec_->head_dim, length); };
  const AttentionGradients to{rows_of<const float>(work.d_attended.data(), spec_->heads, spec_->head_dim, length),
                              rows(work.d_query, spec_->heads), rows(work.d_key, spec_->kv_heads),
                              rows(work.d_value, spec_->kv_heads),
                              sinks_ == nullptr ? nullptr : sinks_->gradient.data()};
  const PositionStack& stack = (*pass.positions)[entry].stack;
  TRY(train::attend_backward(call, stack, to, placement.learned));
  placement.query.apply(to.d_query, pass.batch);
  placement.key.apply(to.d_key, pass.batch);
  placement.value.apply(to.d_value, pass.batch);
  return {};
}

Status AttentionSublayer::norms_backward(const PassRecord& record, int layer, Workspace& work) {
  const auto one = [&](Norm& norm, Kept kept, int heads, Buffer<float>& d) {
    const int width = spec_->query_key_norm_width(heads);
    const int rows = record.pass.rows * heads * spec_->head_dim / width;
    return norm.backward(record.tape->rows(kept, layer), d.data(), rows, width, d.data(), false);
  };
  TRY(one(query_norm_, Kept::raw_query, spec_->heads, work.d_query));
  return one(key_norm_, Kept::raw_key, spec_->kv_heads, work.d_key);
}

}  // namespace whereformer::train
