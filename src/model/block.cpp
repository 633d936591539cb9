#include "model/block.hpp"

namespace whereformer {
Status PassScratch::allocate(const ModelSpec& spec, int tokens) {
  const int projected = spec.heads * spec.head_dim;
  Status status;
  const std::pair<Buffer<float>*, int> wanted[] = {{&normed, spec.d_model},
                                                   {&query, projected},
                                                   {&attended, projected},
                                                   {&hidden, spec.d_ff},
                                                   {&gate, spec.gated_mlp ? spec.d_ff : 0}};
  for (const auto& [buffer, width] : wanted) {
    if (status.ok()) status = buffer->allocate_unset(element_count(tokens, width));
  }
  return status;
}

void Block::shape(const ModelSpec& spec) {
  spec_ = spec;
  norm1_.shape(spec.norm, spec.d_model, spec.norm_epsilon);
  query_.shape(spec.heads * spec.head_dim, spec.d_model, spec.attention_bias);
  key_.shape(spec.kv_heads * spec.head_dim, spec.d_model, spec.attention_bias);
  value_.shape(spec.kv_heads * spec.head_dim, spec.d_model, spec.attention_bias);
  output_.shape(spec.d_model, spec.heads * spec.head_dim, spec.output_bias);
  norm2_.shape(spec.norm, spec.d_model, spec.norm_epsilon);
  mlp_.shape(spec);
}

// Fresh keys and values are written into the cache behind the old ones; queries attend to both.
AttentionCall Block::project(const Pass& pass, int layer, PassScratch& scratch, const float* x) const {
  const int past = pass.cache->length();
  norm1_.apply(x, pass.tokens, scratch.normed.data());
  query_.apply(scratch.normed.data(), pass.tokens, scratch.query.data());
  const HeadRows<float> keys = pass.cache->keys(layer);
  const HeadRows<float> values = pass.cache->values(layer);
  key_.apply(scratch.normed.data(), pass.tokens, keys.row(0, 0, past));
  value_.apply(scratch.normed.data(), pass.tokens, values.row(0, 0, past));

  const auto queries = HeadRows<float>::token_major(scratch.query.data(), spec_.heads, spec_.head_dim);
  const auto fresh = [&](HeadRows<float> rows) {
    rows.data = rows.row(0, 0, past);
    return rows;
  };
  pass.query_rotation->apply(queries, 1);
  pass.key_rotation->apply(fresh(keys), 1);
  pass.value_rotation->apply(fresh(values), 1);

  const auto read = [](HeadRows<float> rows) {
    return HeadRows<const float>{rows.data, rows.batch_stride, rows.head_stride, rows.row_stride};
  };
  AttentionCall call;
  call.heads = spec_.heads;
  call.kv_heads = spec_.kv_heads;
  call.queries = pass.tokens;
  call.keys = past + pass.tokens;
  call.head_dim = call.value_dim = spec_.head_dim;
  call.query = read(queries);
  call.key = read(keys);
  call.value = read(values);
  call.output = HeadRows<float>::token_major(scratch.attended.data(), spec_.heads, spec_.head_dim);
  call.query_positions = pass.positions;
  call.key_positions = pass.cache->positions_with(pass.positions);
  call.band = Causal(past);
  call.mask = pass.key_mask;
  call.scale = spec_.score_scale();
  call.softcap = static_cast<float>(pass.stack->cap());
  return call;
}

void Block::finish(const Pass& pass, PassScratch& scratch, float* x) const {
  output_.add(scratch.attended.data(), pass.tokens, x);
  norm2_.apply(x, pass.tokens, scratch.normed.data());
  mlp_.add(scratch.normed.data(), pass.tokens, scratch.hidden.data(), scratch.gate.data(), x);
}

}  // namespace whereformer
