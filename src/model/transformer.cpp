#include "model/transformer.hpp"

namespace whereformer {

Status Transformer::build(const ModelSpec& spec) {
  if (const Status status = spec.check(); !status.ok()) return status;
  spec_ = spec;
  blocks_ = std::vector<Block>(static_cast<std::size_t>(spec.layers));
  for (Block& block : blocks_) block.shape(spec);
  final_norm_.shape(spec.norm, spec.d_model, spec.norm_epsilon);
  head_.shape(spec.vocab, spec.d_model, false);
  return {};
}

void Transformer::tensors(TensorVisitor& visitor) {
  visitor.visit(-1, {"embedding", "", spec_.vocab, spec_.d_model, &embedding_, nullptr});
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].tensors(static_cast<int>(i), visitor);
  final_norm_.tensors(-1, "finalNorm", visitor);
  if (!spec_.tie_head) head_.tensors(-1, "head", visitor);
}

namespace {

class Loading final : public TensorVisitor {
 public:
  Loading(std::string_view name, std::span<const float> data)
      : status(value_error("tensor", static_cast<double>(data.size()), "a name that this model has")),
        name_(name),
        data_(data) {}

  void visit(int layer, const TensorSlot& slot) override {
    if (!is_name_of(name_, layer, slot)) return;
    const bool fits = data_.size() == element_count(slot.rows, slot.columns);
    status = fits ? slot.load(data_)
                  : shape_error("tensor", static_cast<double>(data_.size()), "as many values as the spec says");
  }

  Status status;

 private:
  std::string_view name_;
  std::span<const float> data_;
};

class CountMissing final : public TensorVisitor {
 public:
  void visit(int, const TensorSlot& slot) override { missing += slot.empty() ? 1 : 0; }
  int missing = 0;
};

}  // namespace

Status Transformer::set_tensor(std::string_view name, std::span<const float> data) {
  Loading loading(name, data);
  tensors(loading);
  if (!loading.status.ok() || !spec_.tie_head || name != "embedding") return loading.status;
  Loading tied("head.weight", data);
  head_.tensors(-1, "head", tied);
  return tied.status;
}

Status Transformer::check_complete() {
  CountMissing count;
  tensors(count);
  return count.missing == 0 ? Status{} : value_error("weights", count.missing, "no missing tensors");
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
  const int width = stack.rotated_width(spec_.head_dim);
  return width == spec_.head_dim ? Status{}
                                 : unsupported("position", width, "an encoding that keeps a head's width, in a model");
}

Status Transformer::forward(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                            MaskBias key_mask, KvCache& cache, const Capture& capture, std::span<float> logits) const {
  if (const Status status = check_input(ids, positions, stack, cache); !status.ok()) return status;
  const int tokens = static_cast<int>(ids.size());
  const std::size_t states = element_count(ids.size(), spec_.d_model);
  const int group = spec_.heads / spec_.kv_heads;
  Rotation query_rotation;
  Rotation key_rotation;
  Rotation value_rotation;
  PassScratch scratch;
  Buffer<float> placed;
  Buffer<float> x;
  Status status = then(placed.copy_from(positions), [&] { return stack.place(placed.span()); });
  const auto prepare = [&](Rotation& rotation, Rotation::Rows rows) {
    status = then(status, [&] { return rotation.prepare(stack, placed.span(), rows); });
  };
  prepare(query_rotation, {Side::query, spec_.heads, 1, spec_.head_dim});
  prepare(key_rotation, {Side::key, spec_.kv_heads, group, spec_.head_dim});
  prepare(value_rotation, {Side::value, spec_.kv_heads, group, spec_.head_dim});
  status = then(status, [&] { return then(scratch.allocate(spec_, tokens), [&] { return x.allocate(states); }); });
  if (!status.ok()) return status;

  embed(ids, placed.span(), stack, x.data());
  const Pass pass{tokens, placed.span(), &stack, &query_rotation, &key_rotation, &value_rotation, key_mask, &cache};
  const std::size_t maps =
      static_cast<std::size_t>(spec_.heads) * ids.size() * (static_cast<std::size_t>(cache.length()) + ids.size());
  for (std::size_t layer = 0; layer < blocks_.size(); ++layer) {
    if (capture.hidden_states != nullptr) std::copy_n(x.data(), states, capture.hidden_states + layer * states);
    const auto map_of = [&](float* all) { return all == nullptr ? nullptr : all + layer * maps; };
    status = blocks_[layer].apply(pass, static_cast<int>(layer), scratch, x.data(),
                                  {map_of(capture.scores), map_of(capture.attentions)});
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
