// Small models and batches on which training is tested; every option of a spec.
#pragma once

#include "model/plain_model.hpp"
#include "train/reference_transformer.hpp"

namespace whereformer::test {

struct Option {
  const char* name;
  void (*change)(ModelSpec&);
};

inline constexpr Option kOptions[] = {
    {"pre, rms, silu, gated", [](ModelSpec&) {}},
    {"layer norm", [](ModelSpec& s) { s.stack.norm = NormKind::layer; }},
    {"layer norm without bias", [](ModelSpec& s) { s.stack.norm = NormKind::layer, s.stack.norm_bias = false; }},
    {"post", [](ModelSpec& s) { s.stack.norm_place = NormPlace::post, s.stack.norm = NormKind::layer; }},
    {"both", [](ModelSpec& s) { s.stack.norm_place = NormPlace::both; }},
    {"after", [](ModelSpec& s) { s.stack.norm_place = NormPlace::after; }},
    {"no first norm", [](ModelSpec& s) { s.stack.first_norm = false, s.stack.norm = NormKind::layer; }},
    {"no final norm", [](ModelSpec& s) { s.stack.final_norm = false; }},
    {"parallel, one norm", [](ModelSpec& s) { s.stack.parallel = s.stack.shared_norm = true; }},
    {"parallel, two norms", [](ModelSpec& s) { s.stack.parallel = true; }},
    {"parallel, one norm, both places",
     [](ModelSpec& s) { s.stack.parallel = s.stack.shared_norm = true, s.stack.norm_place = NormPlace::both; }},
    {"parallel, two norms, both places",
     [](ModelSpec& s) { s.stack.parallel = true, s.stack.norm_place = NormPlace::both; }},
    {"query-key norm", [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::rms; }},
    {"query-key norm of one layer",
     [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::rms, s.stack.query_key_norm_layers = {0, 1}; }},
    {"query-key norm of all heads",
     [](ModelSpec& s) { s.stack.heads = 4, s.stack.kv_heads = 2, s.stack.query_key_norm = QueryKeyNorm::rms_all; }},
    {"query-key norm without weights", [](ModelSpec& s) { s.stack.query_key_norm = QueryKeyNorm::l2; }},
    {"sinks", [](ModelSpec& s) { s.stack.sinks = true; }},
    {"gelu", [](ModelSpec& s) { s.stack.activation = Activation::gelu; }},
    {"tanh gelu", [](ModelSpec& s) { s.stack.activation = Activation::gelu_tanh; }},
    {"relu", [](ModelSpec& s) { s.stack.activation = Activation::relu; }},
    {"squared relu", [](ModelSpec& s) { s.stack.activation = Activation::relu2, s.stack.gated_mlp = false; }},
    {"tanh", [](ModelSpec& s) { s.stack.activation = Activation::tanh; }},
    {"not gated", [](ModelSpec& s) { s.stack.gated_mlp = false, s.stack.activation = Activation::gelu; }},
    {"relu, not gated", [](ModelSpec& s) { s.stack.gated_mlp = false, s.stack.activation = Activation::relu; }},
    {"biases",
     [](ModelSpec& s) {
       s.stack.query_bias = s.stack.key_bias = s.stack.value_bias = s.stack.output_bias = s.stack.mlp_bias = true;
     }},
    {"a key for every head", [](ModelSpec& s) { s.stack.kv_heads = 2; }},
    {"two keys for four heads", [](ModelSpec& s) { s.stack.heads = 4, s.stack.kv_heads = 2; }},
    {"scale of scores", [](ModelSpec& s) { s.stack.scale = 0.7F; }},
    {"not causal", [](ModelSpec& s) { s.stack.causal = false; }},
    {"three layers of one block", [](ModelSpec& s) { s.stack.blocks = {0, 0, 0}; }},
    {"tied head", [](ModelSpec& s) { s.tie_head = true; }},
    {"head with bias", [](ModelSpec& s) { s.head_bias = true; }},
    {"scaled head", [](ModelSpec& s) { s.head_scale = 0.3F; }},
    {"head with a transform", [](ModelSpec& s) { s.head_transform = s.head_bias = s.tie_head = true; }},
    {"capped logits", [](ModelSpec& s) { s.softcap = 1.5F; }},
    {"scaled embedding", [](ModelSpec& s) { s.embedding_scale = 2.4F, s.tie_head = true; }},
    {"embedding with a norm", [](ModelSpec& s) { s.embedding_norm = true; }},
    {"embedding with a layer norm", [](ModelSpec& s) { s.embedding_norm = true, s.stack.norm = NormKind::layer; }},
    {"embedding with types", [](ModelSpec& s) { s.token_types = 2, s.task_types = 3; }},
    {"projected embedding",
     [](ModelSpec& s) {
       s.embedding_size = 4;
       s.embedding_projection = s.embedding_norm = s.head_transform = s.tie_head = true;
     }},
};

inline ModelSpec trial_spec(int head_dim = 4) {
  ModelSpec spec;
  spec.vocab = 5;
  spec.d_model = spec.embedding_size = 6;
  spec.stack.blocks = {0, 1};
  spec.stack.heads = 2;
  spec.stack.kv_heads = 1;
  spec.stack.head_dim = head_dim;
  spec.stack.d_ff = 5;
  return spec;
}

inline reference::Weights weights_of(const PlainModel& plain) {
  reference::Weights weights;
  for (const auto& [name, tensor] : plain.tensors()) weights[name] = {tensor.values.begin(), tensor.values.end()};
  return weights;
}

// Random ids and targets, of which every fourth is not counted.
class TrialBatch {
 public:
  TrialBatch(const ModelSpec& spec, int sequences, int length) {
    batch.sequences = sequences;
    batch.length = length;
    Random random(77);
    const auto draw = [&] { return static_cast<int>(random.uniform() * spec.vocab); };
    for (int t = 0; t < sequences * length; ++t) {
      ids_.push_back(draw());
      targets_.push_back(t % 4 == 1 ? -100 : draw());
    }
    batch.ids = ids_;
    batch.targets = targets_;
  }
  TrialBatch(const TrialBatch&) = delete;
  TrialBatch& operator=(const TrialBatch&) = delete;

  void place(std::vector<float> positions) {
    positions_ = std::move(positions);
    batch.positions = positions_;
  }

  reference::Batch batch;

 private:
  std::vector<int> ids_;
  std::vector<int> targets_;
  std::vector<float> positions_;
};

}  // namespace whereformer::test
