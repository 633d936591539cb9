#include "model/transformer.hpp"

#include <string>

namespace whereformer {

namespace {

// Scores once, for whichever of the two maps is wanted.
void capture_maps(const AttentionCall& call, const PositionStack& stack, float* scores, float* attentions) {
  float* first = scores != nullptr ? scores : attentions;
  if (first == nullptr) return;
  attention_scores(call, stack, first);
  if (attentions == nullptr) return;
  if (scores != nullptr) std::copy_n(scores, element_count(call.heads, call.queries, call.keys), attentions);
  weights_from_scores(call, attentions);
}

}  // namespace

Status Transformer::build(const ModelSpec& spec) {
  if (const Status status = spec.check(); !status.ok()) return status;
  spec_ = spec;
  blocks_ = std::vector<Block>(static_cast<std::size_t>(spec.layers));
  for (Block& block : blocks_) block.shape(spec);
  final_norm_.shape(spec.norm, spec.d_model, spec.norm_epsilon);
  head_.shape(spec.vocab, spec.d_model, false);
  return {};
}

// visit(full name, rows, columns, present, load) for every tensor that the spec asks for.
template <class Visit>
void Transformer::tensors(Visit&& visit) {
  std::string prefix;
  const auto named = [&](const char* part, const char* suffix, int rows, int columns, bool present, auto&& load) {
    visit(prefix + part + suffix, rows, columns, present, load);
  };
  named("embedding", "", spec_.vocab, spec_.d_model, !embedding_.empty(),
        [this](std::span<const float> data) { return embedding_.copy_from(data); });
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    prefix = "layers." + std::to_string(i) + ".";
    blocks_[i].tensors(named);
  }
  prefix.clear();
  final_norm_.tensors("finalNorm", named);
  if (!spec_.tie_head) head_.tensors("head", named);
}

Status Transformer::set_tensor(std::string_view name, std::span<const float> data) {
  Status status = value_error("tensor", static_cast<double>(data.size()), "a name that this model has");
  tensors([&](const std::string& candidate, int rows, int columns, bool, auto&& load) {
    if (candidate != name) return;
    const std::size_t size = element_count(rows, columns);
    status = data.size() == size
                 ? load(data)
                 : shape_error("tensor", static_cast<double>(data.size()), "as many values as the spec says");
  });
  if (status.ok() && spec_.tie_head && name == "embedding") {
    head_.tensors("head", [&](const char*, const char*, int, int, bool, auto&& load) { status = load(data); });
  }
  return status;
}

Status Transformer::check_complete() {
  int missing = 0;
  tensors([&](const std::string&, int, int, bool present, auto&&) { missing += present ? 0 : 1; });
  return missing == 0 ? Status{} : value_error("weights", missing, "no missing tensors");
}

Status Transformer::check_input(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                                const KvCache& cache) const {
  if (positions.size() != ids.size()) {
    return shape_error("positionIds", static_cast<double>(positions.size()), "one position per token");
  }
  if (cache.length() + static_cast<int>(ids.size()) > cache.capacity()) {
    return value_error("inputIds", cache.length() + static_cast<double>(ids.size()),
                       "no more tokens than the cache holds");
  }
  for (const int id : ids) {
    if (id < 0 || id >= spec_.vocab) return value_error("inputIds", id, "token ids below the vocabulary size");
  }
  return stack.check_positions(positions);
}

Status Transformer::forward(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                            MaskBias key_mask, KvCache& cache, const Capture& capture, std::span<float> logits) const {
  if (const Status status = check_input(ids, positions, stack, cache); !status.ok()) return status;
  const int tokens = static_cast<int>(ids.size());
  const std::size_t states = element_count(ids.size(), spec_.d_model);
  Rotation rotation;
  PassScratch scratch;
  Buffer<float> x;
  Status status = then(rotation.prepare(stack, positions),
                       [&] { return then(scratch.allocate(spec_, tokens), [&] { return x.allocate(states); }); });
  if (!status.ok()) return status;

  embed(ids, positions, stack, x.data());
  const Pass pass{tokens, positions, &stack, &rotation, key_mask, &cache};
  const std::size_t maps =
      static_cast<std::size_t>(spec_.heads) * ids.size() * (static_cast<std::size_t>(cache.length()) + ids.size());
  for (std::size_t layer = 0; layer < blocks_.size(); ++layer) {
    if (capture.hidden_states != nullptr) std::copy_n(x.data(), states, capture.hidden_states + layer * states);
    status = blocks_[layer].apply(pass, static_cast<int>(layer), scratch, x.data(), [&](const AttentionCall& call) {
      float* scores = capture.scores == nullptr ? nullptr : capture.scores + layer * maps;
      float* attentions = capture.attentions == nullptr ? nullptr : capture.attentions + layer * maps;
      capture_maps(call, stack, scores, attentions);
    });
    if (!status.ok()) return status;
  }
  final_norm_.apply(x.data(), tokens, x.data());
  if (capture.hidden_states != nullptr) std::copy_n(x.data(), states, capture.hidden_states + blocks_.size() * states);
  write_logits(x.data(), tokens, logits);
  cache.advance(tokens);
  return {};
}

void Transformer::embed(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                        float* x) const {
  const std::size_t width = static_cast<std::size_t>(spec_.d_model);
  for (std::size_t t = 0; t < ids.size(); ++t) {
    std::copy_n(embedding_.data() + static_cast<std::size_t>(ids[t]) * width, width, x + t * width);
    stack.embed(std::span<float>(x + t * width, width), positions[t]);
  }
}

void Transformer::write_logits(const float* x, int tokens, std::span<float> logits) const {
  const int rows = static_cast<int>(logits.size()) / spec_.vocab;
  head_.apply(x + static_cast<std::ptrdiff_t>(tokens - rows) * spec_.d_model, rows, logits.data());
  if (spec_.softcap > 0) {
    simd::transform(logits.data(), logits.data(), static_cast<int>(logits.size()),
                    [&](simd::Lanes s) { return simd::softcap(s, spec_.softcap); });
  }
}

}  // namespace whereformer
