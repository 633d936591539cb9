#include "model/attention_layer.hpp"

namespace whereformer {
namespace {

const PositionStack kNoPosition;

// Sequences of a batch, of `count` rows each, follow one another.
template <class T>
HeadRows<T> one_after_another(HeadRows<T> rows, int count) {
  rows.batch_stride = count * rows.row_stride;
  return rows;
}

}  // namespace

Status Placement::prepare(const LayerPositions::Entry& use, const StackSpec& spec,
                          std::span<const float> query_positions, std::span<const float> key_positions, int past) {
  entry = &use;
  const PositionStack& stack = use.stack;
  const int group = spec.heads / spec.kv_heads;
  TRY(queries.copy_from(query_positions));
  TRY(stack.remap(queries.span()));
  TRY(keys.copy_from(key_positions));
  // each key's position was checked when the key was new; old positions change only under a stack that remaps them
  if (stack.has(kRemaps)) TRY(stack.remap(keys.span()));
  const auto fresh = std::span<const float>(keys.span()).subspan(past);
  const auto turn = [&](Rotation& rotation, std::span<const float> positions, Rotation::Rows rows) {
    return rotation.prepare(stack, positions, rows);
  };
  TRY(turn(query_rotation, queries.span(), {Side::query, spec.heads, 1, spec.head_dim}));
  TRY(turn(key_rotation, fresh, {Side::key, spec.kv_heads, group, spec.head_dim}));
  return turn(value_rotation, fresh, {Side::value, spec.kv_heads, group, spec.head_dim});
}

void AttentionLayer::shape(const StackSpec& spec, int d_model) {
  spec_ = &spec;
  const int width = spec.heads * spec.head_dim;
  const int kv_width = spec.kv_heads * spec.head_dim;
  query_.shape(width, d_model, spec.query_bias);
  key_.shape(kv_width, d_model, spec.key_bias);
  value_.shape(kv_width, d_model, spec.value_bias);
  output_.shape(d_model, width, spec.output_bias);
  for (const auto& [norm, heads] : {std::pair{&query_norm_, spec.heads}, {&key_norm_, spec.kv_heads}}) {
    norm->shape(NormKind::rms, spec.query_key_norm_width(heads), spec.own_query_key_norm_epsilon());
    if (!spec.has_query_key_weights()) norm->drop_weights();
  }
}

void AttentionLayer::tensors(TensorVisitor& visitor) {
  query_.tensors("query", visitor);
  key_.tensors("key", visitor);
  value_.tensors("value", visitor);
  output_.tensors("output", visitor);
  if (spec_->sinks) visitor.visit({"sinks", "", spec_->heads, 1, &sinks_, nullptr});
  query_norm_.tensors("queryNorm", visitor);
  key_norm_.tensors("keyNorm", visitor);
}

AttentionCall AttentionLayer::call_of(const Pass& pass, const float* query, KvCache& cache, int layer, int keys,
                                      float* attended) const {
  const auto read = [&](HeadRows<float> from) {
    return one_after_another(HeadRows<const float>{from.data, 0, from.head_stride, from.row_stride}, keys);
  };
  AttentionCall call;
  call.heads = spec_->heads;
  call.kv_heads = spec_->kv_heads;
  call.batch = pass.batch;
  call.queries = pass.rows / pass.batch;
  call.keys = keys;
  call.head_dim = call.value_dim = spec_->head_dim;
  call.sinks = spec_->sinks ? sinks_.data() : nullptr;
  call.query =
      one_after_another(HeadRows<const float>::token_major(query, spec_->heads, spec_->head_dim), call.queries);
  call.key = read(cache.keys(layer));
  call.value = read(cache.values(layer));
  call.output = one_after_another(HeadRows<float>::token_major(attended, spec_->heads, spec_->head_dim), call.queries);
  return call;
}

// New keys and values are appended to the cache; queries attend to both.
Status AttentionLayer::attend(const Pass& pass, int layer, const float* x, float* query, float* attended,
                              const AttentionMaps& maps) const {
  Placement& placement = pass.placements[pass.positions->index_of(layer)];
  KvCache& cache = *pass.cache;
  const int past = cache.length();
  const auto fresh = [&](HeadRows<float> rows) {
    rows.data = rows.row(0, 0, past);
    return one_after_another(rows, pass.tokens / pass.batch);
  };
  const HeadRows<float> keys = fresh(cache.keys(layer));
  const HeadRows<float> values = fresh(cache.values(layer));
  query_.apply(x, pass.rows, query);
  key_.apply(x, pass.tokens, keys.data);
  value_.apply(x, pass.tokens, values.data);
  if (spec_->norms_query_key(layer)) {
    const Keeper keep = pass.keeper(layer);
    keep(Kept::raw_query, query, pass.rows, query_.outputs());
    keep(Kept::raw_key, keys.data, pass.tokens, key_.outputs());
    query_norm_.apply(query, pass.rows * query_.outputs() / query_norm_.width(), query);
    key_norm_.apply(keys.data, pass.tokens * key_.outputs() / key_norm_.width(), keys.data);
  }
  const HeadRows<float> queries = HeadRows<float>::token_major(query, spec_->heads, spec_->head_dim);
  placement.query_rotation.apply(one_after_another(queries, pass.rows / pass.batch), pass.batch);
  placement.key_rotation.apply(keys, pass.batch);
  placement.value_rotation.apply(values, pass.batch);
  AttentionCall call = self_call(pass, layer, query, attended);
  if (pass.tape != nullptr) call.sums = pass.tape->sums(layer);
  return whereformer::attend(call, placement.entry->stack, maps);
}

AttentionCall AttentionLayer::self_call(const Pass& pass, int layer, const float* query, float* attended) const {
  const Placement& placement = pass.placements[pass.positions->index_of(layer)];
  const int past = pass.cache->length();
  AttentionCall call = call_of(pass, query, *pass.cache, layer, past + pass.tokens / pass.batch, attended);
  call.query_positions = placement.queries.span();
  call.key_positions = placement.keys.span();
  call.band = spec_->causal ? Causal(past) : Band{past};
  call.mask = pass.mask;
  call.biases = &placement.entry->biases;
  call.scale = placement.entry->scale;
  call.softcap = static_cast<float>(placement.entry->stack.cap());
  return call;
}

void AttentionLayer::memorize(const float* states, int tokens, int layer, KvCache& memory) const {
  key_.apply(states, tokens, memory.keys(layer).data);
  value_.apply(states, tokens, memory.values(layer).data);
}

Status AttentionLayer::recall(const Pass& pass, int layer, const float* x, float* query, float* attended,
                              const AttentionMaps& maps) const {
  query_.apply(x, pass.rows, query);
  AttentionCall call = call_of(pass, query, *pass.memory, layer, pass.memory->length(), attended);
  call.query_positions = pass.placements.front().queries.span();
  call.key_positions = pass.memory->positions();
  call.mask = pass.memory_mask;
  call.scale = std::isnan(spec_->scale) ? default_scale(spec_->head_dim) : spec_->scale;
  return whereformer::attend(call, kNoPosition, maps);
}

}  // namespace whereformer
